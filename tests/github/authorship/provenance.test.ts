/**
 * Who brought a passage of a page, by what GitHub shows of the branch's moves, and with how many requests.
 */
import { expect, test } from "vitest";
import { createProvenance } from "../../../src/github/authorship/provenance.ts";
import type { Client } from "../../../src/github/transport/client.ts";
import { demo, person } from "../../support/issues.ts";

const maria = person("maria");
const alice = person("alice");
const bot = person("us");
const noCommit = "0".repeat(40);
const path = "docs/page.md";
const said = "Dates are in UTC.";

interface Move {
  readonly by: typeof maria;
  /** The page after it; undefined if it does not exist. */
  readonly page: string | undefined;
  readonly type?: string;
  /** Of the commit, if that is not the one before. */
  readonly parent?: string;
}

const shaOf = (at: number): string => String(at + 1).padStart(40, "a");

/** What GitHub answers about a branch with these moves, the oldest first. */
function github(moves: readonly Move[]) {
  const asked: string[] = [];
  const pageAt = (expression: unknown): string | undefined =>
    moves[moves.findIndex((_move, at) => shaOf(at) === String(expression).slice(0, 40))]?.page;
  const pull = {
    mergeCommit: { oid: shaOf(moves.length - 1) },
    headRefOid: "f".repeat(40),
    headRefName: "more",
    isCrossRepository: false,
    timelineItems: { nodes: [] },
  };
  const answerTo = (query: string, variables: Readonly<Record<string, unknown>>): object => {
    if (query.includes("query Branch")) return { defaultBranchRef: { name: "main" } };
    if (query.includes("query FileText")) return { file: { text: pageAt(variables.file) ?? null } };
    if (query.includes("query HowMerged"))
      return {
        pullRequests: { nodes: [pull] },
        commit: { associatedPullRequests: { totalCount: 0, nodes: [] } },
      };
    if (query.includes("query Parent")) {
      const at = moves.findIndex((_move, i) => shaOf(i) === variables.commit);
      return { commit: { parents: { nodes: [{ oid: moves[at]?.parent ?? shaOf(at - 1) }] } } };
    }
    const files = Object.entries(variables).map(([name, value]) => {
      const page = pageAt(value);
      const oid = name.startsWith("c") ? value : page;
      return [name, oid === undefined ? null : { oid }];
    });
    return Object.fromEntries(files);
  };
  const client: Pick<Client, "query" | "get"> = {
    query: async (_as, query, variables) => {
      asked.push(query);
      return { data: { node: answerTo(query, variables) }, problems: [] };
    },
    get: async (_as, route, parameters, shape) => {
      asked.push(route);
      const from = Number(parameters.after ?? 0);
      const all = moves
        .map(({ by, type = "push" }, at) => ({
          id: at,
          before: at === 0 ? noCommit : shaOf(at - 1),
          after: shaOf(at),
          timestamp: new Date(1_000 * at).toISOString(),
          activity_type: type,
          actor: { node_id: by.id, login: by.login, type: "User" },
        }))
        .toReversed();
      const isMore = from + 100 < all.length;
      const link = isMore ? `<https://api.github.com/x?after=${from + 100}>; rel="next"` : undefined;
      const data = shape.parse(all.slice(from, from + 100));
      return { type: "fresh", data, etag: undefined, link };
    },
  };
  const provenance = createProvenance(client, bot.id, async () => "write");
  const quoting = { path, commit: shaOf(moves.length - 1), texts: [said] };
  return { asked, told: () => provenance.pageOriginOf(demo, quoting), provenance, quoting };
}

/** Who brought the words, and who changed the page last; `ours` for our records. */
async function told(moves: readonly Move[]): Promise<readonly (string | undefined)[]> {
  const { words, last } = await github(moves).told();
  return [words[0], last].map((brought) => (brought?.isOurRecord ? "ours" : brought?.by?.login));
}

const page = (...lines: readonly string[]): string => ["# Dates", ...lines, ""].join("\n");

test("N07 a passage is attributed to the user who brought it, the page to the user who changed it last", async () => {
  expect(await told([{ by: maria, page: page(said) }])).toEqual(["maria", "maria"]);
  const changed = [
    { by: maria, page: page(said, "Superseded by ADR 9.") },
    { by: alice, page: page(said) },
    { by: maria, page: page(said) },
  ];
  expect(await told(changed)).toEqual(["maria", "alice"]);
  expect(await told([...changed, { by: maria, page: page(said, "More.") }])).toEqual(["maria", "maria"]);
});

test("N07 our own records do not change who changed a page last, unless they are its whole history", async () => {
  const ours = { by: bot, page: page(said) };
  expect(await told([ours])).toEqual(["ours", "ours"]);
  expect(await told([ours, { by: bot, page: page(said, "More.") }])).toEqual(["ours", "ours"]);
  const changed = [ours, { by: alice, page: page(said, "More.") }, { by: bot, page: page(said, "Most.") }];
  expect(await told(changed)).toEqual(["ours", "alice"]);
});

test("N07 a queue's merge or an unseen one is attributed to no one, and a review counts if it covered the whole change", async () => {
  const first = { by: maria, page: page("Nothing yet.") };
  const merged = { by: maria, page: page(said), type: "merge_queue_merge" };
  const queued = await github([first, merged]).told();
  expect(queued.last).toMatchObject({ by: undefined, merge: shaOf(1) });
  const several = await github([first, { ...merged, parent: "e".repeat(40) }]).told();
  expect(several.last).toMatchObject({ by: undefined, merge: undefined });
  const byHand = await github([first, { ...merged, type: "pr_merge" }]).told();
  expect(byHand.last).toMatchObject({ by: { login: "maria" }, merge: shaOf(1) });
  const pushed = await github([first, { ...merged, type: "push" }]).told();
  expect(pushed.last).toMatchObject({ by: { login: "maria" }, merge: undefined });
});

test("N07 a page's history is requested once for all quotations, and only up to a bound", async () => {
  const quiet = Array.from({ length: 99 }, () => ({ by: alice, page: page(said, "And so on.") }));
  const still = github([{ by: maria, page: page(said, "And so on.") }, ...quiet]);
  const texts = [said, "And so on.", "# Dates"];
  const { words, last } = await still.provenance.pageOriginOf(demo, { ...still.quoting, texts });
  expect([...words, last].map((brought) => brought?.by?.login)).toEqual(["maria", "maria", "maria", "maria"]);
  expect(still.asked.length).toBeLessThan(8);

  const busy = github([
    { by: maria, page: page(said) },
    ...Array.from({ length: 2_000 }, (_, i) => ({ by: alice, page: page(said, String(i)) })),
  ]);
  const unknown = await busy.told();
  expect(unknown.words).toEqual([undefined]);
  expect(unknown.last?.by?.login).toBe("alice");
  expect(busy.asked.length).toBeLessThan(60);
});

test("N07 who brought a passage is unknown if the page's version is not on the branch", async () => {
  const { provenance, quoting } = github([{ by: maria, page: page(said) }]);
  const gone = { ...quoting, commit: "d".repeat(40) };
  expect(await provenance.pageOriginOf(demo, gone)).toEqual({ words: [undefined], last: undefined });
});
