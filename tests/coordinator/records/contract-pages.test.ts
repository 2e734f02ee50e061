/** Pages of contracts: which versions they show, which pages are read, and whom an answer from one needs. */
import { describe, expect, test } from "vitest";
import {
  contractPage,
  isOutOfForce,
  pagesOf,
  withContract,
} from "../../../src/coordinator/records/contract-page.ts";
import { interfacesOf } from "../../../src/coordinator/records/contracts.ts";
import { contractFiles } from "../../../src/coordinator/records/wanted.ts";
import type { Actor, IssueSeen } from "../../../src/engine/model/fact.ts";
import { emptyPersistedState } from "../../../src/engine/model/persisted-state.ts";
import type { IssueRecord } from "../../../src/engine/model/snapshot.ts";
import { keepWords } from "../../../src/protocol/decided-words.ts";
import { readMessage } from "../../../src/protocol/message.ts";
import { readSettings } from "../../../src/protocol/settings/read-settings.ts";
import { loadTexts } from "../../../src/texts/texts.ts";
import { completed, demo, issue, maria, us } from "../../support/issues.ts";
import { contractBody } from "../../support/votes-story.ts";
import { coordinatorDesk } from "../desk.ts";

const bob = { ...maria, id: "U_bob", login: "bob" };
const agentsOwn = { ...maria, id: "U_ada", login: "ada" };

const folder = "context/contracts";
const path = `${folder}/orders-api.md`;
const question = "Which time zone do the timestamps of an order have?";
const utc = "The timestamps of an order have the time zone UTC.";

/** An agreed contract about the times of an order. */
function agreed(
  number: number,
  changes: Readonly<Record<string, string>> = {},
  seen: Partial<IssueSeen> = {},
): IssueRecord {
  const body = contractBody({
    Provider: "#12",
    Consumers: "#13, track:web",
    Format: "text",
    Definition: utc,
    ...changes,
  });
  const its = issue(number, {
    author: maria,
    body,
    labels: ["kind:contract"],
    issueState: completed,
    ...seen,
  });
  return {
    seen: its,
    reading: readMessage({ title: its.title, body: its.body, labels: its.labels }),
    persisted: {
      ...emptyPersistedState,
      admitted: { hash: its.textHash, by: maria.id },
      outcome: {
        how: "count",
        result: "carried",
        decision: keepWords("orders-api"),
        version: { title: its.title, hash: its.textHash },
        at: its.createdAt,
      },
    },
    readAt: 0,
    edgeMadeAt: {},
    reactedTo: [],
  };
}

const render = loadTexts().render;
const settings = readSettings("");
if (!settings.ok) throw new Error(settings.problem);
const places = settings.settings.records;

/** The pages of these contracts by path. */
function pagesFrom(...records: readonly IssueRecord[]): Readonly<Record<string, string>> {
  const { inForce } = interfacesOf(records, demo);
  return Object.fromEntries(
    contractFiles(inForce, places, render).map((file) => [file.path, file.from(undefined) ?? ""]),
  );
}

describe("the page", () => {
  test("AG63 shows the version in force with its contract, its consumers and its definition", () => {
    const first = agreed(20);
    const second = agreed(21, { Version: "1.3.0", Replaces: "acme/demo#20" });
    const pages = pagesFrom(first, second);
    expect(Object.keys(pages)).toEqual([path]);
    expect(pages[path]).toMatch(/^---\ntitle: orders-api 1\.3\.0\ninterface: orders-api\nversion: 1\.3\.0\n/);
    expect(pages[path]).toContain("- Consumers: #13, `track:web`");
    expect(pages[path]).toContain(`> ${utc}`);
    const renamed = agreed(20);
    const now = { ...renamed, seen: { ...renamed.seen, textHash: "f".repeat(64) } };
    const admitted = { ...now.persisted, admitted: { hash: now.seen.textHash, by: maria.id } };
    expect(Object.keys(pagesFrom({ ...now, persisted: admitted }))).toEqual([]);
    expect(Object.keys(pagesFrom(agreed(20, {}, { reopenedAt: Number.MAX_SAFE_INTEGER })))).toEqual([]);
  });

  test("replaces what we wrote, and nothing that somebody else wrote under its name", () => {
    const [before = "", after = ""] = [pagesFrom(agreed(20))[path], pagesFrom(agreed(21))[path]];
    expect(withContract(before, after)).toBe(after);
    expect(withContract(after, after)).toBeUndefined();
    expect(withContract("# Our own notes\n", after)).toBeUndefined();
  });

  test("text by others stays text: a name leaves the folder in no way, and opens no front matter", () => {
    const record = agreed(20, { Interface: "../../x: y @maria fixes #1" });
    const [file] = contractFiles(interfacesOf([record], demo).inForce, places, render);
    expect(file?.path).toBe(`${folder}/x-y-maria-fixes-1.md`);
    expect(file?.message).toBe("Write version 1.2.0 of x-y-maria-fixes-1");
    expect(file?.from(undefined)).toContain("interface: x-y-maria-fixes-1\n");
  });

  test("two interfaces whose names give the same page have one each, the same for every version", () => {
    const named = (number: number, name: string) => agreed(number, { Interface: name });
    const namesOf = (...records: readonly IssueRecord[]) => [
      ...pagesOf(interfacesOf(records, demo).inForce).keys(),
    ];
    const [first, second] = namesOf(named(20, "orders api"), named(21, "orders-api"));
    expect(first).toBe("orders-api");
    expect(second).toMatch(/^orders-api-[\w-]{8}$/);
    expect(namesOf(named(20, "orders api"), named(30, "orders-api"))).toEqual([first, second]);
  });
});

describe("a page about a version that is not in force", () => {
  const interfaces = interfacesOf([agreed(20), agreed(21, { Version: "1.3.0", Replaces: "#20" })], demo);
  const [one] = interfacesOf([agreed(20)], demo).inForce;
  const old = one === undefined ? "" : contractPage(one, utc);
  const said = (version: string, name = "") => `---\n${name}version: ${version}\n---\n\n${utc}\n`;

  test.each([
    ["our page before it is rewritten", path, old, true],
    ["a copy of it anywhere", "docs/old.md", old, true],
    ["a person's page in the folder", path, said("1.2.0"), true],
    [
      "a person's page elsewhere that names the interface",
      "docs/a.md",
      said("1.2", "interface: Orders API\n"),
      true,
    ],
    ["a page of the folder that says no version", path, utc, true],
    ["a page of the folder about an interface without a contract", `${folder}/shop.md`, said("2.0.0"), true],
    ["a person's page about the version in force", path, said("v1.3"), false],
    ["another page of the folder", `${folder}/README.md`, utc, false],
    ["a page elsewhere with a version of its own", "docs/a.md", said("1.2.0"), false],
    [
      "a page elsewhere about an interface without a contract",
      "a.md",
      said("1.0.0", "interface: shop\n"),
      false,
    ],
  ])("AG63 %s", (_what, where, text, isOut) => {
    expect(isOutOfForce({ path: where, text }, interfaces, folder)).toBe(isOut);
  });

  test("AG63 is not quoted as soon as the index knows the later one, and the later one is when it is written", async () => {
    const desk = coordinatorDesk({ settings: "coordinator: {mode: auto}" });
    const first = agreed(20);
    desk.put(first);
    desk.push(pagesFrom(first));
    const id = desk.ask(40, question);
    const proposed = async () => {
      desk.coordinator.wake(demo.id);
      await desk.coordinator.idle();
      return desk.proposal(id);
    };
    expect(await proposed()).toMatchObject({ isSuggestion: false, isOwnPage: false });
    expect((await proposed())?.passages[0]?.citation).toContain(`${path}@`);
    const second = agreed(21, { Version: "1.3.0", Replaces: "#20" });
    desk.put(second);
    expect((await proposed())?.passages).toEqual([]);
    desk.push(pagesFrom(first, second));
    expect((await proposed())?.passages[0]?.citation).toContain(`${path}@`);
  });
});

/** Whether an answer from the page of a contract waits for a person. */
async function answerFromPage(
  author: Actor,
  asked: Pick<IssueSeen, "author"> & Partial<IssueSeen>,
  agents: string,
) {
  const ours = { by: us, merge: undefined, isOurRecord: true };
  const desk = coordinatorDesk({
    settings: `coordinator: {mode: auto}\n${agents}`,
    provenance: {
      pageOriginOf: async (_repository, { texts }) => ({ words: texts.map(() => ours), last: ours }),
      approversOf: async () => [],
      broughtBy: async () => undefined,
      roleOf: async () => "write",
    },
  });
  const contract = agreed(20, {}, { author });
  desk.put(contract);
  desk.push(pagesFrom(contract));
  const id = desk.ask(40, question, { seen: asked });
  await desk.pass();
  return desk.proposal(id);
}

const roster = `agents: {ada: {account: ${agentsOwn.id}}}`;

test.each<readonly [string, Actor, Partial<IssueSeen> & Pick<IssueSeen, "author">, string, boolean]>([
  ["maria wrote it and bob asks", maria, { author: bob }, roster, false],
  ["the asker wrote it", bob, { author: bob }, roster, true],
  ["an agent wrote it", agentsOwn, { author: maria }, roster, true],
  [
    "maria wrote it and edited the question, and is a person",
    maria,
    { author: bob, editor: maria },
    roster,
    false,
  ],
  [
    "maria wrote it and edited the question, and may be an agent",
    maria,
    { author: bob, editor: maria },
    "",
    true,
  ],
])(
  "AG63 an answer from our page waits for a person or not: %s",
  async (_who, author, asked, agents, waits) => {
    expect(await answerFromPage(author, asked, agents)).toMatchObject({
      isSuggestion: waits,
      isOwnPage: waits,
    });
  },
);
