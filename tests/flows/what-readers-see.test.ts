/** What one reader learns of a private repository that GitHub does not list to them, by every operation that reads. */
import type { Octokit } from "@octokit/rest";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openBoardHere } from "../../src/cli/local-index/board.ts";
import { demoSeed, type HubSeed } from "../../src/hub/seed.ts";
import { catalogue } from "../../src/operations/catalogue.ts";
import { figuresOutput } from "../../src/operations/figures/figures-shape.ts";
import { list } from "../../src/operations/list.ts";
import type { Operation, OperationPorts } from "../../src/operations/operation.ts";
import type { Board } from "../../src/operations/ports.ts";
import { inputOfQuery } from "../../src/operations/properties.ts";
import { boardInNameOf } from "../../src/operations/visibility/agents-board.ts";
import { visibleBoard } from "../../src/operations/visibility/visible-board.ts";
import { signalbox } from "../cli/terminal.ts";
import type { Actor } from "../support/actor.ts";
import { startBus, type TestBus } from "../support/bus.ts";
import { form } from "../support/form.ts";
import { startMcp } from "../support/mcp-client.ts";
import { databaseVariables } from "../support/store-of-flows.ts";

const seed: HubSeed = {
  ...demoSeed,
  repositories: [
    ...demoSeed.repositories,
    { fullName: "acme/cellar", private: true, roles: { maria: "admin", bob: "write" } },
    { fullName: "acme/vault", private: true, roles: { maria: "admin", bob: "write", alice: "write" } },
  ],
};

let bus: TestBus;
let opened: Awaited<ReturnType<typeof openBoardHere>>;
let hidden: number;
beforeAll(async () => {
  bus = await startBus({ seed });
  await write();
  await bus.settled();
  opened = await openBoardHere(bus.databaseUrl, bus.home);
});
afterAll(async () => {
  await opened.close();
  await bus.stop();
});

/** In acme/cellar, messages of each kind about the tasks of the other two; there, tasks that wait for them. */
async function write(): Promise<void> {
  const cellar = bus.as("bob", "acme/cellar");
  // So that the numbers of what is hidden are no others'.
  for (let count = 0; count < 11; count += 1) await cellar.open("Hidden filler", "Hidden.");
  hidden = await cellar.open("Hidden title", form({ Goal: "Hidden goal." }), ["kind:task"]);
  for (const repository of ["acme/demo", "acme/vault"]) {
    const maria = bus.as("maria", repository);
    const waiting = form({ Goal: "It works.", "Blocked by": `acme/cellar#${hidden}`, Track: "web" });
    await maria.open("Open title", waiting, ["kind:task"]);
    await maria.open("Free title", form({ Goal: "It works." }), ["kind:task"], []);
    await maria.open(
      "Q: Which store?",
      form({
        "Blocking task": "#2",
        Category: "implementation",
        Urgency: "blocking",
        Context: `As in acme/cellar#${hidden}.`,
      }),
      ["kind:question"],
    );
    await cellar.open(
      "Q: Hidden question?",
      form({
        "Blocking task": `${repository}#1`,
        Category: "implementation",
        Urgency: "blocking",
        Context: "Hidden context.",
      }),
      ["kind:question"],
    );
    await cellar.open(
      "Vote: Hidden vote",
      form({
        Question: "Hidden?",
        Options: "1. Hidden one.\n2. Hidden two.",
        Voters: "people",
        Needs: "2",
        "Blocking task": `${repository}#1`,
      }),
      ["kind:vote"],
    );
    await cellar.open(
      "Discovery: Hidden discovery",
      form({ "Found by": "bob", "Relevant to": `${repository}#1`, Finding: "Hidden finding." }),
      ["kind:discovery"],
    );
    await cellar.open(
      "Handover: Hidden handover",
      form({
        Completes: `${repository}#1`,
        Status: "partial",
        Changes: "- hidden.ts: begun",
        Verified: "None",
        Context: "Hidden context.",
        "Next steps": "Hidden steps.",
      }),
      ["kind:handover"],
    );
  }
  await spread(cellar);
  await bus.settled();
  for (const [repo, agent] of [
    ["demo", "ada"],
    ["vault", "ada"],
    ["cellar", "bea"],
  ] as const)
    await nameAgent(repo, agent);
  await cellar.close(hidden, "not_planned");
}

/** One account, under another name where the other repositories name somebody else. */
async function nameAgent(repo: string, agent: string): Promise<void> {
  const { octokit } = bus.as("maria", `acme/${repo}`);
  const { data } = await octokit.rest.users.getByUsername({ username: "mallory" });
  await octokit.rest.repos.createOrUpdateFileContents({
    owner: "acme",
    repo,
    path: ".github/signalbox.yml",
    message: "Name the agent",
    content: Buffer.from(`agents: { ${agent}: { account: ${data.node_id} } }\n`).toString("base64"),
  });
}

/** A space of the vault with a hidden task, and a hidden epic with a task of the demo. */
async function spread(cellar: Actor): Promise<void> {
  const vault = bus.as("bob", "acme/vault");
  const space = await vault.open("Space: Open space", form({ Purpose: "It works." }), ["kind:space"]);
  const epic = await cellar.open("Hidden epic", "Hidden.");
  const route = "POST /repos/{owner}/{repo}/issues/{issue_number}/sub_issues";
  const add = async (parent: Actor, number: number, child: Actor, part: number): Promise<void> => {
    const { data } = await child.octokit.rest.issues.get({ ...child.repository, issue_number: part });
    const at = { ...parent.repository, issue_number: number, sub_issue_id: data.id };
    await bus.as("maria").octokit.request(route, at);
  };
  await add(vault, space, cellar, hidden);
  await add(vault, space, vault, 2);
  await add(cellar, epic, bus.as("bob", "acme/demo"), 2);
}

const idsOf = async (names: readonly string[]) => {
  const all = await opened.board.repositories();
  return new Set(all.filter(({ repo }) => names.includes(repo)).map(({ id }) => id));
};
const seenBy = async (...names: readonly string[]): Promise<Board> =>
  visibleBoard(opened.board, await idsOf(names));

function portsWith(board: Board): OperationPorts {
  return {
    board,
    clock: bus.clock,
    repository: undefined,
    progress: () => {},
    freshen: async () => "fresh",
    caller: { login: "alice", nodeId: "U_alice" },
  };
}

const ofEach = (input: object) => ["demo", "vault"].map((repo) => ({ ...input, repo: `acme/${repo}` }));
const onEach = [1, 2, 3].flatMap((number) =>
  ["demo", "vault"].map((repo) => ({ issue: `acme/${repo}#${number}` })),
);
/** By operation. One that is added does not pass the test before it has its line. */
const inputs: Readonly<Record<string, readonly object[]>> = {
  ready: [{}],
  show: onEach,
  brief: onEach.slice(0, 4),
  list: [{ state: "all" }, { words: ["title"] }],
  locks: ofEach({}),
  board: [{}],
  graph: [{}, { repo: "acme/demo" }, { closed: true, format: "mermaid" }, ...onEach.slice(0, 2)],
  timeline: [{}, { limit: 500 }, ...onEach, ...ofEach({})],
  explain: onEach,
  escalations: [{}],
  questions: [{}],
  votes: [{ state: "all" }],
  contracts: [{ all: true }],
  agents: ofEach({}),
  changes: [{}],
  export: [{ state: "all" }, { format: "csv" }, { state: "all", format: "dot" }, { format: "mermaid" }],
  metrics: [{}],
  "space-list": [{}],
  "space-show": [{ space: "acme/vault#4" }],
};
const operation = (name: string): Operation => {
  const found = catalogue.find((each) => each.name === name);
  if (found === undefined) throw new Error(`There is no operation ${name}.`);
  return found;
};
const reading = catalogue.filter(({ effect }) => effect === "reads");

/** What would tell of the hidden repository: its name, words of its issues, their numbers. */
function tellTales(value: unknown): readonly string[] {
  const texts: string[] = [];
  JSON.stringify(value, (key, each: unknown) => {
    if (typeof each === "string") texts.push(each);
    if (typeof each === "number" && key === "number") texts.push(`#${each}`);
    return each;
  });
  return texts.filter((text) => /hidden|cellar|#1[2-9]\b/i.test(text));
}

async function said(board: Board): Promise<readonly (readonly [string, unknown])[]> {
  const results = reading.flatMap((operation) =>
    (inputs[operation.name] ?? []).map(async (input) => {
      const { output, text } = await operation.run(portsWith(board), input);
      return [`${operation.name} ${JSON.stringify(input)}`, { output, text }] as const;
    }),
  );
  return Promise.all(results);
}

describe("IF24 a reader of two of three repositories", () => {
  test("asks by every operation that reads", () => {
    expect(Object.keys(inputs).toSorted()).toEqual(reading.map(({ name }) => name).toSorted());
  });

  test("finds no title, name or number of the third in any output or text", async () => {
    const all = await said(await seenBy("demo", "vault"));
    expect(all.flatMap(([asked, result]) => tellTales(result).map((text) => [asked, text]))).toEqual([]);
  });

  test("is told less than the owner, by the operations that name other issues", async () => {
    const told = (await said(opened.board)).filter(([, result]) => tellTales(result).length > 0);
    const names = new Set(told.map(([asked]) => asked.split(" ")[0]));
    for (const name of [
      "show",
      "brief",
      "explain",
      "list",
      "board",
      "graph",
      "timeline",
      "changes",
      "export",
      "questions",
      "space-show",
    ])
      expect(names).toContain(name);
  });

  test("gets figures in which the third is not counted", async () => {
    const asked = async (board: Board) => {
      const { output } = await operation("metrics").run(portsWith(board), { weeks: 1 });
      const { measures } = figuresOutput.parse(output);
      const numbers = measures.find(({ name }) => name === "escalation-rate")?.numbers ?? [];
      return numbers.map((each) => each?.of).reduce((sum = 0, each = 0) => sum + each, 0);
    };
    // In the two, one question each; in the third, one about each of them.
    expect(await asked(opened.board)).toBe(4);
    expect(await asked(await seenBy("demo", "vault"))).toBe(2);
    const now = bus.clock.now();
    const week = { from: now - 86_400_000, to: now + 1 };
    const cellar = { owner: "acme", repo: "cellar" };
    const figures = await (await seenBy("demo", "vault")).figures({ repository: cellar, weeks: [week], now });
    expect(figures).toMatchObject({ oldestQuestionAt: undefined, inProgress: 0 });
    expect(figures.weeks[0]?.get("escalation-rate")).toMatchObject({ of: 0 });
  });

  test("gets nothing of it by the methods that no operation reads", async () => {
    const board = await seenBy("demo", "vault");
    const ids = [...(await idsOf(["cellar"]))];
    const cards = (await opened.board.list(everything)).filter(({ repo }) => repo === "cellar");
    expect(cards.length).toBeGreaterThan(0);
    const found = await Promise.all([
      ...cards.flatMap(({ id }) => [
        board.reported(id),
        board.brief(id),
        board.proposalOf(id),
        board.commandSeen(id, "C_1"),
      ]),
      board.sentBefore({ owner: "acme", repo: "cellar" }, "U_1", "0".repeat(26)),
      board.card("acme", "cellar", hidden),
    ]);
    expect(found.filter((each) => each !== undefined)).toEqual([]);
    for (const { id } of cards) expect(await board.ledgerOf(id, 9)).toEqual([]);
    for (const id of ids) {
      expect(await board.agents(id)).toEqual([]);
      expect((await board.atWork(id, 0)).size).toBe(0);
      expect(await board.lockTable(id)).toEqual({ tasks: [], open: [] });
    }
    const tracks = await board.tracks({ repository: undefined, limit: 9 });
    expect(tellTales([tracks, await board.openStarts()])).toEqual([]);
  });
});

describe("in the name of an agent that two of the three name", () => {
  const inShell = (...words: readonly string[]) =>
    signalbox(words, { ...databaseVariables(bus.home), SIGNALBOX_HOME: bus.home });
  const asAda = (...words: readonly string[]) =>
    signalbox(words, { ...databaseVariables(bus.home), SIGNALBOX_HOME: bus.home, SIGNALBOX_AGENT: "ada" });
  const commands = [
    ["list", "--state", "all"],
    ["board"],
    ["graph"],
    ["timeline", "acme/demo#1"],
    ["timeline", "--limit", "500"],
    ["changes"],
    ["questions"],
    ["votes", "--state", "all"],
    ["export", "--state", "all"],
    ["show", "acme/demo#1"],
    ["explain", "acme/demo#1"],
    ["space", "show", "acme/vault#4"],
  ];

  test("no operation that reads tells of the third", async () => {
    const all = await said(await boardInNameOf(opened.board, "ada", undefined));
    expect(all.flatMap(([asked, result]) => tellTales(result).map((text) => [asked, text]))).toEqual([]);
  });

  test.each(commands)("`signalbox %s %s` in its shell shows less than in the owner's", async (...words) => {
    const asked = words.filter((word) => word !== undefined);
    const [own, hers] = [await inShell(...asked, "--json"), await asAda(...asked, "--json")];
    expect([own.code, hers.code, hers.err]).toEqual([0, 0, ""]);
    expect(tellTales(JSON.parse(own.out)).length).toBeGreaterThan(0);
    expect(tellTales(JSON.parse(hers.out))).toEqual([]);
  });

  test("an issue of the third is not there, and `--agent` narrows as the variable does", async () => {
    const third = `acme/cellar#${hidden}`;
    expect((await asAda("brief", third)).out).not.toContain("Hidden");
    expect((await inShell("brief", third)).out).toContain("Hidden");
    const told = async (...more: readonly string[]) => {
      const briefs = ["acme/demo#1", "acme/vault#1", "acme/demo#2", "acme/vault#2"];
      const ran = await Promise.all(briefs.map((issue) => inShell("brief", issue, ...more)));
      return tellTales(ran.flatMap(({ out }) => out.split("\n"))).length > 0;
    };
    expect([await told(), await told("--agent", "ada")]).toEqual([true, false]);
    const other = await inShell("brief", third, "--agent", "bea", "--json");
    expect([other.code, tellTales(JSON.parse(other.out)).length > 0]).toEqual([0, true]);
  });

  test("its tools read no more than its commands", async () => {
    const { call } = await startMcp({ SIGNALBOX_HOME: bus.home, SIGNALBOX_AGENT: "ada" });
    const answered = await call("brief", { issue: "acme/demo#1" });
    expect(JSON.stringify(answered)).toContain("Open title");
    expect(tellTales(answered)).toEqual([]);
  });

  test("a name that no settings have reads nothing, and is told so", async () => {
    expect(
      await signalbox(["list"], {
        ...databaseVariables(bus.home),
        SIGNALBOX_HOME: bus.home,
        SIGNALBOX_AGENT: "zoe",
      }),
    ).toMatchObject({ code: 1, out: "", err: expect.stringContaining("The settings name no agent zoe") });
  });
});

const everything = {
  repository: undefined,
  track: undefined,
  assignee: undefined,
  words: [],
  kind: undefined,
  state: undefined,
  status: undefined,
  limit: 100,
};

describe("IF24 changes", () => {
  const all = { after: undefined, repository: undefined, limit: 100 };

  test("of a repository that became invisible between two cursors do not follow, nor its removals", async () => {
    const before = await (await seenBy("demo", "vault", "cellar")).changes(all);
    expect(before.cards.some(({ repo }) => repo === "cellar")).toBe(true);
    const cellar = bus.as("bob", "acme/cellar");
    await cellar.edit(hidden, { title: "Hidden title, changed" });
    await bus.as("maria", "acme/demo").edit(2, { title: "Free title, changed" });
    const gone = (await graphqlIdOf(cellar.octokit, hidden + 1)) ?? "";
    await bus
      .as("maria", "acme/cellar")
      .octokit.graphql("mutation($id: ID!) { deleteIssue(input: { issueId: $id }) { clientMutationId } }", {
        id: gone,
      });
    await bus.settled();
    const query = { ...all, after: before.place };
    const owner = await opened.board.changes({ ...query, after: { ...before.place, sight: undefined } });
    expect([owner.cards, owner.gone].map((each) => tellTales(each).length > 0)).toEqual([true, true]);
    const after = await (await seenBy("demo", "vault")).changes(query);
    expect(after.cards.map(({ title }) => title)).toContain("Free title, changed");
    expect(tellTales([after.cards, after.gone, after.lines])).toEqual([]);
    expect(after.place).toEqual({ ...owner.place, sight: after.place.sight });
  });

  test("after the reader has lost or gained a repository, everything follows once, so that nothing of it is kept", async () => {
    const three = await seenBy("demo", "vault", "cellar");
    const two = await seenBy("demo", "vault");
    const { place } = await three.changes(all);
    const lost = await two.changes({ ...all, after: place });
    expect([lost.isReset, new Set(lost.cards.map(({ repo }) => repo))]).toEqual([
      true,
      new Set(["demo", "vault"]),
    ]);
    expect(await two.changes({ ...all, after: lost.place })).toMatchObject({ isReset: false, cards: [] });
    expect(await two.changes({ ...all, after: await two.changesEnd() })).toMatchObject({ isReset: false });
    const gained = await three.changes({ ...all, after: lost.place });
    expect([gained.isReset, tellTales(gained.cards).length > 0]).toEqual([true, true]);
    expect((await opened.board.changes({ ...all, after: lost.place })).isReset).toBe(true);
  });

  test("of a hidden repository that is named in the query are none", async () => {
    const board = await seenBy("demo", "vault");
    const page = await board.changes({ ...all, repository: { owner: "acme", repo: "cellar" } });
    expect([page.cards, page.gone, page.lines]).toEqual([[], [], []]);
  });
});

async function graphqlIdOf(octokit: Octokit, number: number): Promise<string | undefined> {
  const { data } = await octokit.rest.issues.get({ owner: "acme", repo: "cellar", issue_number: number });
  return data.node_id;
}

test("a task that is assigned to nobody is listed as unassigned, and one that has an assignee is not", async () => {
  const input = inputOfQuery(list.input, new URLSearchParams("unassigned=true&kind=task&repo=acme/demo"));
  const { output } = await list.run(portsWith(opened.board), input);
  expect(output).toMatchObject({ issues: [{ number: 2, assignees: [] }] });
});
