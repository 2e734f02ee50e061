/** What a reader of some repositories gets from the board where a story would not show it. */
import { expect, test } from "vitest";
import type { Guide } from "../../../src/coordinator/guides/guide.ts";
import type { NoteCard } from "../../../src/operations/notes/note-board.ts";
import type { Board } from "../../../src/operations/ports.ts";
import { visibleBoard } from "../../../src/operations/visibility/visible-board.ts";
import type { Agent } from "../../../src/protocol/settings/agents/roster.ts";
import { card, memoryBoard } from "../board.ts";

const served = [
  { id: "R_demo", owner: "acme", repo: "demo" },
  { id: "R_secret", owner: "acme", repo: "secret" },
];
const seen = (changed: Partial<Board> = {}, all = served): Promise<Board> =>
  visibleBoard({ ...memoryBoard([card(1)], [], all), ...changed }, new Set(["R_demo"]));

const note = (given: Partial<NoteCard>): NoteCard => ({
  seq: 1,
  owner: "acme",
  repo: "demo",
  number: 1,
  kind: "task-handed-over",
  to: "ada",
  from: undefined,
  priority: "soon",
  at: 0,
  text: "",
  refs: [],
  outcome: "I_1 told",
  isRead: false,
  isDropped: false,
  ...given,
});

test.each([
  ["its text", { text: "bob handed it over: acme/secret#3 Hidden title" }],
  ["its references", { text: "Hidden finding", refs: ["acme/secret#3"] }],
  ["the old name of a repository", { text: "acme/renamed#3 concerns it: Hidden finding" }],
])("IF24 a note that names a hidden issue in %s says nothing more of it", async (_, given) => {
  const page = { epoch: "n0", head: 1, total: 1, excess: [], notes: [note(given)] };
  const { notes } = await (await seen({ notes: async () => page })).notes({ which: "all", now: 0, limit: 9 });
  expect(notes[0]?.text).toBe("It is about an issue in another repository.");
  expect(JSON.stringify(notes)).not.toMatch(/hidden|secret|renamed|#3/i);
});

test("a note about a visible issue is shown as it is", async () => {
  const given = note({ text: "acme/demo#2 concerns it: Tokens never end.", refs: ["#2", "acme/demo#2"] });
  const page = { epoch: "n0", head: 1, total: 1, excess: [], notes: [given] };
  const { notes } = await (await seen({ notes: async () => page })).notes({ which: "all", now: 0, limit: 9 });
  expect(notes).toEqual([given]);
});

test("IF24 a hidden repository that took the name of a visible one is not shown under it", async () => {
  const both = [...served, { id: "R_new", owner: "Acme", repo: "Demo" }];
  const board = await seen({}, both);
  expect([await board.card("acme", "demo", 1), await board.repositories()]).toEqual([undefined, []]);
});

test("IF24 profiles and skills of a hidden repository are not there", async () => {
  const profile: Guide = {
    kind: "profile",
    name: "ada",
    path: ".agents/ada.md",
    commit: "c1",
    oid: "o1",
    front: "",
    text: "You review.",
    isCut: false,
    standing: { type: "believed" },
  };
  const board = await seen({ guides: async () => ({ profile }) });
  const wanted = { agent: "ada", skill: undefined };
  expect(await board.guides("R_demo", wanted)).toEqual({ profile });
  expect(await board.guides("R_secret", wanted)).toEqual({});
});

test("IF24 agents, locks and tracks name no hidden repository", async () => {
  const agent: Agent = {
    role: undefined,
    can: undefined,
    parallel: undefined,
    start: undefined,
    name: "ada",
    account: "U_1",
    keys: [],
    withPerson: false,
    profile: "acme/secret/ada.md",
  };
  const board = await seen({
    agents: async () => [agent],
    tracks: async () => ["api", "acme/secret"],
    lockTable: async () => ({ tasks: [], open: ["acme/secret/**"] }),
  });
  const found = [
    await board.agents("R_demo"),
    await board.tracks({ repository: undefined, limit: 9 }),
    await board.lockTable("R_demo"),
  ];
  expect(JSON.stringify(found)).not.toContain("secret");
});
