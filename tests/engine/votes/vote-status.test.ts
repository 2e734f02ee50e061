/** The status of a vote, as people read it: how it stands, what became of it, and who said what. */
import { describe, expect, test } from "vitest";
import type { IssueSeen } from "../../../src/engine/model/fact.ts";
import { emptyPersistedState, type PersistedState } from "../../../src/engine/model/persisted-state.ts";
import { voteStatusText } from "../../../src/engine/votes/vote-status-text.ts";
import { settingsSchema } from "../../../src/protocol/settings/config.ts";
import { recordOf, statusIn } from "../../support/answered.ts";
import { ada, bea, casts, cleo, hour, minute, pollOn, remembering, vote } from "../../support/ballots.ts";
import {
  bob,
  closed,
  closedAsDuplicate,
  completed,
  escalation,
  links,
  maria,
  notPlanned,
  question,
  start,
} from "../../support/issues.ts";

const statusOf = (...given: Parameters<typeof pollOn>): string => pollOn(...given).status ?? "";
/** Without the lines that are empty. */
const linesOf = (...given: Parameters<typeof pollOn>) =>
  statusOf(...given)
    .split("\n")
    .filter((line) => line.trim() !== "");
const one = (): IssueSeen["comments"] => [casts(ada, "/vote 1 because it is small")];
const [none, byAda] = ["no votes", "1 vote, `ada`"];
const tally = (first: string, second: string) => [
  `1. SQLite, one file.: ${first}`,
  `2. PostgreSQL.: ${second}`,
];
const howTo = "To vote, comment `/vote 1` or `/vote 2`, ideally with `because …`. Your last vote counts.";
const until = "2026-01-02 00:00 UTC";
const person = "A person decides: `/decide 1 because …`.";

describe("an open vote", () => {
  test("says until when, how many have voted, what waits, how to vote, and who has not", () => {
    expect(linesOf(vote({}, { comments: one() }))).toEqual([
      `**Open** until ${until}: 1 of 3 have voted; an option needs 2 votes. #12 Store them waits for it.`,
      howTo,
      ...tally(byAda, none),
      "Not yet: `bea` and `cleo`.",
    ]);
  });

  test("of people counts no voters, and says that people may vote", () => {
    const seen = vote({ Voters: "people", Needs: "2" }, { comments: [casts(bob, "/vote 1")] });
    expect(linesOf(seen)).toEqual([
      `**Open** until ${until}: 1 has voted; an option needs 2 votes. #12 Store them waits for it.`,
      howTo,
      ...tally("1 vote, `bob`", none),
      "People with write access may vote.",
    ]);
  });

  test("that names somebody whom the settings do not name needs nothing yet", () => {
    const [first, ...others] = linesOf(vote({ Voters: "dora" }));
    expect(first).toBe(`**Open** until ${until}: 0 of 0 have voted. #12 Store them waits for it.`);
    expect(others.join("\n")).toContain("The settings name no agent `dora`.");
  });

  test("that cannot be read says what to fix, and nothing of votes", () => {
    const status = statusOf(vote({}, { body: "Hm." }));
    expect(status).toMatch(/^\*\*Needs a fix: 4 places\.\*\*/);
    expect(status).not.toMatch(/no votes|People with write access/);
  });

  test("says whose comment was deleted, and whose vote is about an earlier text", () => {
    const known = remembering({
      kind: "vote",
      ballots: [
        { voter: "nobody", option: 1, at: start + 1, round: "earlier", by: bob, comment: "IC_b" },
        {
          voter: "else",
          option: 2,
          at: start + 1,
          round: "x",
          by: maria,
          comment: "IC_m",
          isWithdrawn: true,
        },
      ] as PersistedState["ballots"] & object,
    });
    const status = statusOf(vote({}, { own: [known], comments: one() }));
    expect(status).toContain("Withdrawn, as the comment was deleted: `maria`.");
    expect(status).toContain("Cast before the text changed, so it does not count: `bob`.");
    expect(statusOf(vote({}, { comments: one() }))).not.toMatch(/Withdrawn|Cast before/);
  });

  test("says which names write with one login, and who can no longer vote", () => {
    const shared = settingsSchema.parse({
      agents: { ada: { account: ada.id }, amy: { account: ada.id }, bea: { account: bea.id } },
    });
    const status = statusOf(vote({ Voters: "ada, amy, bea" }), [], { settings: shared });
    expect(status).toContain("`ada` and `amy` write with one login and are one voice.");
    expect(status).toContain("0 of 2 have voted");
    const left = pollOn(vote({}, { comments: one() })).persisted ?? emptyPersistedState;
    const known = remembering({ ...left });
    const without = settingsSchema.parse({ agents: { ada: { account: ada.id }, bea: { account: bea.id } } });
    const later = statusOf(vote({}, { comments: one(), own: [known] }), [], { settings: without });
    expect(later).toContain("No longer able to vote, as the settings have changed: `cleo`.");
    expect(later).toContain("Not yet: `bea`.");
  });

  test("says who was asked to decide about it, and which question it does not settle", () => {
    const asked = question(40, "#12");
    const status = statusOf(vote({ Regarding: "#40" }), [
      asked,
      escalation(60, "#50", { author: maria, assignees: [bob] }),
    ]);
    expect(status).toContain("#60");
    expect(status).toContain("A decision here does not settle #40");
    expect(statusOf(vote(), [asked])).not.toMatch(/#60|#40/);
  });
});

const saidBy = (changes: Readonly<Record<string, unknown>>, at = minute) => ({
  voter: `account ${ada.id}`,
  option: 1,
  at: start + at,
  round: vote().textHash,
  by: ada,
  comment: `IC_${at}`,
  ...changes,
});
const keeping = (persisted: Partial<PersistedState>, ...ballots: readonly unknown[]) =>
  remembering({ kind: "vote", ballots, ...persisted } as Partial<PersistedState>);
const withdrawn = saidBy({ isWithdrawn: true, by: cleo, voter: "c" }, 2);
const earlier = saidBy({ round: "x", by: bob, voter: "b" }, 3);

describe("votes whose comments are gone, or that do not count", () => {
  const outlives = { outlives: "deleted by others" };

  test("say that somebody else deleted them, and that they count", () => {
    const status = statusOf(vote({}, { own: [keeping({}, saidBy(outlives), earlier)] }));
    expect(status).toContain(
      "Deleted by somebody else, or GitHub no longer lists by whom, so the vote counts: `ada`. Vote again",
    );
    expect(status).toContain("Cast before the text changed, so it does not count: `bob`.");
    expect(statusOf(vote({}, { own: [keeping({}, saidBy({}), withdrawn)] }))).not.toContain("Deleted by");
    const old = statusOf(vote({}, { own: [keeping({}, saidBy({ ...outlives, round: "x" }))] }));
    expect(old).not.toContain("Deleted by");
    expect(old).toContain("Cast before the text changed, so it does not count: `ada`.");
  });

  test("do not count up to when a text came back, with other voters", () => {
    const members = [ada, bea, cleo].map(({ id, login }) => ({ key: `account ${id}`, names: [login] }));
    const electorate = { round: vote().textHash, members, since: start + 5 * minute };
    const castAt = (at: number) => statusOf(vote({}, { own: [keeping({ electorate }, saidBy({}, at))] }));
    expect(castAt(5 * minute)).toContain("Cast before the text changed, so it does not count: `ada`.");
    expect(castAt(5 * minute)).toContain("0 of 3 have voted");
    expect(castAt(5 * minute + 1)).toContain("1 of 3 have voted");
    expect(castAt(5 * minute + 1)).not.toContain("Cast before");
  });

  test("are not named on a vote that cannot be read, decided or not", () => {
    const { outcome } = pollOn(vote({}, { comments: [casts(maria, "/decide 2")] }));
    const unreadable = (persisted: Partial<PersistedState>) =>
      linesOf(vote({}, { body: "Hm.", own: [keeping(persisted, withdrawn, earlier)] }));
    const [first = "", second] = unreadable(outcome === undefined ? {} : { outcome });
    expect(first).toMatch(/^\*\*Decided\*\* by `maria`: option 2\./);
    expect(second).toMatch(/^> .*PostgreSQL\.$/);
    for (const lines of [unreadable({}), unreadable(outcome === undefined ? {} : { outcome })])
      expect(lines.join("\n")).not.toMatch(/cleo|bob|Stryker|write with one login|no votes/);
  });
});

describe("a vote that ended without a decision says why, and who decides", () => {
  const own = settingsSchema.parse({ agents: { ada: { account: ada.id } } });
  test.each<readonly [string, IssueSeen, Parameters<typeof pollOn>[2], string]>([
    [
      "a tie",
      vote({ Voters: "ada, bea" }, { comments: [...one(), casts(bea, "/vote 2")] }),
      {},
      "the vote is tied",
    ],
    [
      "no option with enough",
      vote({ Needs: "all" }, { comments: [...one(), casts(bea, "/vote 2"), casts(cleo, "/vote 2")] }),
      {},
      "everyone has voted, and no option has the 3 votes it needs",
    ],
    [
      "its end",
      vote({}, { comments: one() }),
      { now: start + 100 * hour },
      `its time was over at ${until}, and no option has the 2 votes it needs`,
    ],
    ["too few logins", vote({ Needs: "4" }), {}, "an option needs 4 votes, and its voters have 3 logins"],
    [
      "the asker's own vote",
      vote({ Voters: "ada", Needs: "1" }, { author: ada, comments: one() }),
      { settings: own },
      "only the login that asked has voted for the option with enough votes",
    ],
    [
      "nobody who can vote, at its end",
      vote({ Voters: "dora" }),
      { now: start + 100 * hour },
      "its time is over, and too few of those it names can vote",
    ],
  ])("%s", (_, seen, known, why) => {
    const [first, ...others] = linesOf(seen, [], known);
    expect(first).toBe(`**No decision:** ${why}. ${person}`);
    expect(others.join("\n")).not.toMatch(/To vote|Not yet/);
  });

  test("and where nobody may by a comment, the way out, in that case alone", () => {
    const seen = vote({ Voters: "ada", Needs: "1" }, { author: ada, comments: one() });
    expect(statusOf(seen, [], { settings: own })).toContain("Agents write with the login of a person here.");
    const tied = vote({ Voters: "ada, bea" }, { author: ada, comments: [...one(), casts(bea, "/vote 2")] });
    expect(statusOf(tied)).not.toContain("Agents write with the login of a person here.");
  });
});

describe("a vote that is settled", () => {
  const two = () => [casts(ada, "/vote 1"), casts(bea, "/vote 1", 2 * minute)];

  test("by its votes says which option, and with how many", () => {
    expect(linesOf(vote({}, { comments: two() }))).toEqual([
      "**Carried:** option 1, with 2 of 3 votes.",
      "> SQLite, one file.",
      ...tally("2 votes, `ada` and `bea`", none),
    ]);
    const [first] = linesOf(vote({ Voters: "people", Needs: "1" }, { comments: [casts(bob, "/vote 2")] }));
    expect(first).toBe("**Carried:** option 2, with 1 vote.");
  });

  test("by a person says who, by which rule, what and why", () => {
    const row = "*Policy: write access decides about tasks (role admin).*";
    expect(linesOf(vote({}, { comments: [...one(), casts(maria, "/decide 2 because we run it")] }))).toEqual([
      `**Decided** by \`maria\`: option 2. ${row}`,
      "> PostgreSQL.",
      "Because:",
      "> we run it",
      ...tally(byAda, none),
    ]);
    const inWords = vote({}, { comments: [casts(maria, "/decide because files will do")] });
    expect(linesOf(inWords).slice(0, 3)).toEqual([
      `**Decided** by \`maria\`. ${row}`,
      "> files will do",
      ...tally(none, none).slice(0, 1),
    ]);
  });

  test("says where all of a long decision is", () => {
    const words = `${"files will do, as before, ".repeat(20)}and nothing else`;
    const said = casts(maria, `/decide because ${words}`);
    expect(statusOf(vote({}, { comments: [said] }))).toContain(
      `[all of it](https://github.com/acme/demo/issues/50#issuecomment-${said.commentNumber})`,
    );
  });

  test("says nothing of those who can no longer vote", () => {
    const { persisted } = pollOn(vote({}, { comments: two() }));
    const settings = settingsSchema.parse({ agents: { ada: { account: ada.id }, bea: { account: bea.id } } });
    const status = statusOf(vote({}, { own: [remembering({ ...persisted })] }), [], { settings });
    expect(status).toContain("**Carried:**");
    expect(status).not.toContain("No longer able to vote");
  });

  test("says nobody's vote to be missing or outdated, and names no time", () => {
    const known = remembering({
      kind: "vote",
      ballots: [
        { voter: "nobody", option: 1, at: start + 1, round: "earlier", by: bob, comment: "IC_b" },
      ] as PersistedState["ballots"] & object,
    });
    const status = statusOf(vote({}, { comments: two(), own: [known] }));
    expect(status).not.toMatch(/Cast before|Not yet|waits|until/);
    expect(status).toContain("**Carried:**");
  });
});

describe("a vote that was closed", () => {
  const at = start + 5 * minute;
  const comments = one();
  const own = [remembering({ ...pollOn(vote({}, { comments })).persisted })];

  test("as completed without a decision still blocks, and says how to end that", () => {
    expect(linesOf(closed(vote({}, { comments, own }), completed, at, maria))).toEqual([
      "**Closed without a decision.** What waits for it stays blocked. Reopen it to vote, or comment `/decide 1 because …`.",
      ...tally(byAda, none),
    ]);
  });

  test("as not planned, or as a duplicate, says so once somebody had voted", () => {
    const first =
      "**Not decided:** it was closed as not planned. What waits for it stays blocked until a person decides.";
    for (const seen of [
      closed(vote({}, { comments, own }), notPlanned, at, maria),
      closedAsDuplicate(vote({}, { comments, own }), vote({}, { number: 51, id: "I_51" }), at),
    ])
      expect(linesOf(seen)[0]).toBe(first);
  });

  test("does not say where a person could decide it, though only its asker had voted", () => {
    const settings = settingsSchema.parse({ agents: { ada: { account: ada.id } } });
    const says = { Voters: "ada", Needs: "1" };
    const known = pollOn(vote(says, { author: ada, comments }), [], { settings });
    expect(known.status).toContain("Agents write with the login of a person here.");
    const kept = [remembering({ ...known.persisted })];
    const done = closed(vote(says, { author: ada, own: kept }), completed, at, maria);
    expect(statusOf(done, [], { settings })).not.toContain("Agents write with the login of a person here.");
  });

  test("is news, unless it was not planned before anybody had voted", () => {
    const newsOf = (seen: IssueSeen, ...ballots: readonly unknown[]) =>
      statusIn(voteStatusText, [recordOf(seen, { ballots } as Partial<PersistedState>)], 50).isNews;
    const people = vote({ Voters: "people", Needs: "2" });
    const said = saidBy({ round: people.textHash, by: bob, voter: `account ${bob.id}` });
    expect(newsOf(closed(people, notPlanned, at, maria))).toBe(false);
    expect(newsOf(closed(people, notPlanned, at, maria), said)).toBe(true);
    expect(newsOf(closed(people, completed, at, maria))).toBe(true);
    expect(newsOf(people)).toBe(true);
  });

  test("as not planned before anybody voted is nothing to tell people of", () => {
    const people = vote({ Voters: "people", "Blocking task": "" }, { blocking: links() });
    expect(statusOf(closed(people, notPlanned, at, maria))).toBe("");
    expect(statusOf(closed(people, completed, at, maria))).toContain("**Closed without a decision.**");
  });
});
