/** Agents tell each other something, and watch what arrives, on the running bus. */
import { rmSync } from "node:fs";
import { afterEach, describe, expect, test } from "vitest";
import { run } from "../../src/cli/main.ts";
import { watch } from "../../src/cli/watch/watch.ts";
import { type Ran, signalbox } from "../cli/terminal.ts";
import type { Actor } from "../support/actor.ts";
import type { TestBus } from "../support/bus.ts";
import { type Crew, startCrew } from "../support/crew.ts";
import { botLogin } from "../support/freeing.ts";
import { inHubsFolder } from "../support/gh.ts";
import { databaseVariables, loseIndex } from "../support/store-of-flows.ts";

const shared = { login: "alice", with_person: false };
const crew: Crew = {
  ada: { login: "ada" },
  bea: { login: "bea", role: "reviewer" },
  dan: shared,
  eve: shared,
};

let bus: TestBus;
afterEach(() => bus.stop());

const openTask = (actor: Actor): Promise<number> =>
  actor.open("Sign in", "### Goal\n\nPeople can sign in.\n\n### Track\n\napi", ["kind:task"], []);

/** A command line as one of the hub's users, from anywhere. */
const as = (login: string, argv: readonly string[], env = {}): Promise<Ran> =>
  signalbox(argv, {
    ...inHubsFolder(bus),
    GH_TOKEN: bus.hub.tokenOf(login),
    GH_HOST: "github.localhost",
    GH_REPO: "acme/demo",
    ...env,
  });

async function told(agent: string): Promise<readonly string[]> {
  const { out } = await signalbox(["inbox", "--json"], { SIGNALBOX_HOME: bus.home, SIGNALBOX_AGENT: agent });
  const { notes }: { notes: readonly { from: string; proof: string; text: string }[] } = JSON.parse(out);
  return notes.map(({ from, proof, text }) => `${from} (${proof}): ${text}`);
}

describe("tell", () => {
  test("AG47 quotes, line ends, leading dashes and commands arrive as they were written", async () => {
    bus = await startCrew(crew);
    const issue = await openTask(bus.as("alice"));
    await bus.settled();
    const words = `--force "double" 'single' \`$(rm -rf /)\` \\n %s\n\n/answer no\n/close`;
    expect(await as("bea", ["tell", "ada", "--on", String(issue), "--", words])).toEqual({
      code: 0,
      err: "",
      out: `Told ada on acme/demo#${issue}.\n`,
    });
    await bus.settled();
    expect(await told("ada")).toEqual([`bea (account): ${words}`]);
    expect((await bus.as("alice").comments(issue)).map(({ author }) => author)).toEqual(["bea"]);
  });

  test("AG40 several are told by name, role and track; of agents that share a login the name says who tells", async () => {
    bus = await startCrew(crew);
    const issue = await openTask(bus.as("bob"));
    await bus.settled();
    await bus.as("ada").comment(issue, "/claim");
    await bus.settled();
    const other = await bus.as("bob").open("Q: Why?", "### Goal\n\nElsewhere.", ["kind:task"], []);
    await bus.settled();
    const line = ["tell", "role:reviewer,track:api", "look", "--on", `acme/demo#${other}`, "--agent", "dan"];
    expect(await as("alice", line)).toMatchObject({ code: 0 });
    await bus.settled();
    for (const agent of ["ada", "bea"]) expect(await told(agent)).toEqual(["dan (said): look"]);
    expect(await told("eve")).toEqual([]);
  });

  test("AG44 a mention in a comment is noted, one in an edit or by a stranger is not, and nothing is written for it", async () => {
    bus = await startCrew(crew);
    const alice = bus.as("alice");
    const bob = bus.as("bob");
    const mallory = bus.as("mallory");
    const issue = await openTask(alice);
    await bus.settled();
    await bob.comment(issue, "@ada what about #1?");
    await mallory.comment(issue, "@ada run this");
    const edited = await bob.comment(issue, "Nothing.");
    await bus.settled();
    await bob.octokit.rest.issues.updateComment({
      ...bob.repository,
      comment_id: edited,
      body: "@ada @bea after all",
    });
    await bus.settled();
    await bus.sweep();
    expect(await told("ada")).toEqual(["bob (person): @ada what about #1?"]);
    expect(await told("bea")).toEqual([]);
    expect((await alice.comments(issue)).filter(({ author }) => author === botLogin)).toEqual([]);
  });

  test("an unknown agent gets one answer where it was addressed", async () => {
    bus = await startCrew(crew);
    const issue = await openTask(bus.as("alice"));
    await bus.settled();
    await as("bob", ["tell", "dora", "hello", "--on", String(issue)]);
    await bus.settled();
    const [, reply] = await bus.as("alice").comments(issue);
    expect(reply?.body).toContain("`dora` is no agent here. Agents: `ada`, `bea`, `dan`, `eve`.");
    expect(await as("bob", ["inbox", "--agent", "dora"])).toMatchObject({
      code: 1,
      err: expect.stringContaining("name no agent dora, but ada, bea, dan, eve."),
    });
    expect(await as("bob", ["tell", "a b", "hello", "--on", String(issue)])).toMatchObject({
      code: 1,
      err: expect.stringContaining('"a b" is no addressee'),
    });
    expect(await as("bob", ["tell", "ada", " ", "--on", String(issue)])).toMatchObject({ code: 1 });
  });
});

describe("a deleted comment", () => {
  const deleted = async (comment: number): Promise<void> => {
    const bob = bus.as("bob");
    await bob.octokit.rest.issues.deleteComment({ ...bob.repository, comment_id: comment });
  };

  test("AG40 its note goes when the deletion is heard of, whether it told or mentioned, and an edited one's stays", async () => {
    bus = await startCrew(crew);
    const bob = bus.as("bob");
    const issue = await openTask(bus.as("alice"));
    await bus.settled();
    const comments = [
      await bob.comment(issue, "/tell ada The token never ends."),
      await bob.comment(issue, "@ada look here"),
    ];
    const edited = await bob.comment(issue, "/tell ada Use opaque tokens.");
    await bus.settled();
    expect(await told("ada")).toHaveLength(3);
    bus.clock.advance(60_000);
    for (const comment of comments) await deleted(comment);
    await bob.octokit.rest.issues.updateComment({ ...bob.repository, comment_id: edited, body: "Nothing." });
    await bus.settled();
    expect(await told("ada")).toEqual(["bob (person): Use opaque tokens."]);
  });

  test("AG40 one that is deleted in the second in which it was written is looked for again, so that its note goes too", async () => {
    bus = await startCrew(crew);
    const issue = await openTask(bus.as("alice"));
    await bus.settled();
    const comment = await bus.as("bob").comment(issue, "/tell ada Never mind.");
    await bus.settled();
    await deleted(comment);
    await bus.settled();
    bus.clock.advance(40_000);
    await bus.settled();
    expect(await told("ada")).toEqual([]);
  });

  test.each([
    ["told", "/tell ada Never mind."],
    ["mentioned", "@ada look here"],
  ])("AG40 its note goes after many newer comments too: %s", async (_, text) => {
    bus = await startCrew(crew);
    const bob = bus.as("bob");
    const issue = await openTask(bus.as("alice"));
    await bus.settled();
    const old = await bob.comment(issue, text);
    const kept = await bob.comment(issue, "/tell ada Stay.");
    await bus.settled();
    for (let n = 0; n < 31; n++) await bob.comment(issue, `Step ${n} is done.`);
    await bus.settled();
    bus.clock.advance(3 * 60 * 60_000);
    await bob.comment(issue, "The next day.");
    await bus.settled();
    expect(await told("ada")).toHaveLength(2);
    await deleted(old);
    await bus.settled();
    expect(await told("ada")).toEqual(["bob (person): Stay."]);
    await deleted(kept);
    await bus.settled();
    expect(await told("ada")).toEqual([]);
  });

  test("AG41 its note goes after a lost delivery too", async () => {
    bus = await startCrew(crew, { keepsDeliveries: true });
    const issue = await openTask(bus.as("alice"));
    await bus.sweep();
    const comment = await bus.as("bob").comment(issue, "/tell ada Never mind.");
    await bus.sweep();
    expect(await told("ada")).toHaveLength(1);
    bus.clock.advance(60_000);
    await deleted(comment);
    await bus.sweep();
    expect(await told("ada")).toEqual([]);
  });
});

test("a brief shows the last five things said to its reader about the task, and marks nothing", async () => {
  bus = await startCrew(crew);
  const issue = await openTask(bus.as("alice"));
  await bus.settled();
  await bus.as("ada").comment(issue, "/claim");
  for (const word of ["one", "two", "three", "four", "five", "six"])
    await bus.as("bob").comment(issue, `/tell ada # ${word}`);
  await bus.settled();
  const { out } = await signalbox(["brief", String(issue)], { SIGNALBOX_HOME: bus.home });
  const [, section = ""] = /\n## Said to you\n\n(.*?)\n## /s.exec(out) ?? [];
  expect(section.match(/ {2}> # \w+/g)).toEqual(
    ["two", "three", "four", "five", "six"].map((word) => `  > # ${word}`),
  );
  expect(section).toMatch(/^- \d{4}-\d\d-\d\d \d\d:\d\d UTC, bob\n/);
  expect(await told("ada")).toHaveLength(6);
  const other = await signalbox(["brief", String(issue)], {
    SIGNALBOX_HOME: bus.home,
    SIGNALBOX_AGENT: "bea",
  });
  expect(other.out).not.toContain("Said to you");
});

test("S0.92 AG48 a discovery for everyone is a note to 30 agents, costs no comment, and is closed after a week", async () => {
  const names = Array.from({ length: 30 }, (_, at) => `agent-${at}`);
  bus = await startCrew(Object.fromEntries(names.map((name) => [name, { login: "ada" }])));
  const issue = await bus.as("bob").open("Discovery: Tokens", everyone, ["kind:discovery"], []);
  await bus.settled();
  for (const name of [names[0], names[29]])
    expect(await told(name ?? "")).toEqual(["bob (person): Discovery: Tokens\nTokens never end."]);
  const { out } = await as("bob", ["watch", "--all", "--json", "--idle", "1s"]);
  expect(out.trim().split("\n")).toHaveLength(30);
  bus.clock.advance(8 * 24 * 60 * 60_000);
  await bus.sweep();
  expect(await bus.as("bob").see(issue)).toMatchObject({ state: "closed" });
  expect(await bus.as("bob").comments(issue)).toEqual([]);
  expect(await told("agent-0")).toEqual([]);
});

const everyone = [
  "### Found by\n\nbob",
  "### Relevant to\n\neveryone",
  "### Finding\n\nTokens never end.",
  "### Action needed\n\nnone",
].join("\n\n");

describe("watch", () => {
  /** Watches until `enough` says so of what was printed. */
  async function watched(
    options: object,
    enough: (out: string) => boolean,
    err: (text: string) => void = () => {},
  ): Promise<string> {
    const stop = new AbortController();
    let out = "";
    await watch(
      {
        out: (text) => {
          out += text;
          if (enough(out)) stop.abort();
        },
        err,
        isTty: false,
        isErrTty: false,
        exitWith: () => {},
        env: { SIGNALBOX_HOME: bus.home, ...databaseVariables(bus.home) },
      },
      options,
      stop.signal,
    );
    return out;
  }

  test("AG43 an index that is replaced meanwhile is noticed: everything unread follows, then what arrives in it", async () => {
    bus = await startCrew(crew);
    const issue = await openTask(bus.as("alice"));
    await bus.as("bob").comment(issue, "/tell ada first");
    await bus.settled();
    const isSeen = Promise.withResolvers<void>();
    const isResynced = Promise.withResolvers<string>();
    const lines = watched(
      { agent: "ada", json: true },
      (out) => {
        isSeen.resolve();
        return out.includes("second");
      },
      isResynced.resolve,
    );
    await isSeen.promise;
    await bus.stopServer();
    await loseIndex(bus.home);
    rmSync(bus.home, { recursive: true });
    await bus.startServer();
    await bus.settled();
    expect(await isResynced.promise).toBe("The index was replaced, so everything unread follows.\n");
    await bus.as("bob").comment(issue, "/tell ada second");
    const notes = (await lines)
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(notes.map(({ text }) => text)).toEqual(["first", "first", "second"]);
    const [old, ...current] = notes.map(({ id }) => id.split(".")[0]);
    expect(current).toEqual([current[0], current[0]]);
    expect(current[0]).not.toBe(old);
  });

  test("AG41 shows what is unread, then what arrives, each as one line of JSON", async () => {
    bus = await startCrew(crew);
    const issue = await openTask(bus.as("alice"));
    await bus.settled();
    await bus.as("bob").comment(issue, "/tell ada first");
    await bus.settled();
    const lines = watched({ agent: "ada", json: true }, (out) => out.split("\n").length > 2);
    await bus.as("bob").comment(issue, "/tell ada second\nline");
    const notes = (await lines)
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(notes.map(({ text, kind, to, v }) => ({ text, kind, to, v }))).toEqual([
      { text: "first", kind: "told", to: "ada", v: 1 },
      { text: "second\nline", kind: "told", to: "ada", v: 1 },
    ]);
    const after = notes[0]?.id;
    expect(await watched({ all: true, json: true, since: after }, () => true)).toContain('"second\\nline"');
    expect(await watched({ track: "API" }, () => true)).toMatch(
      / bob → ada {2}acme\/demo#1 {2}told {2}soon /,
    );
  });

  test("ends after so long without a note, and refuses what it cannot follow", async () => {
    bus = await startCrew(crew);
    expect(await as("bob", ["watch", "--all", "--idle", "1s"])).toMatchObject({ code: 0, out: "" });
    for (const [line, problem] of [
      [["watch"], "Say whose notes"],
      [["watch", "--all", "--agent", "ada"], "Use only one of"],
      [["watch", "--all", "--since", "soon"], '"soon" is neither a duration'],
      [["watch", "--all", "--idle", "never"], "--idle is a length of time"],
    ] as const)
      expect(await as("bob", line)).toMatchObject({ code: 1, err: expect.stringContaining(problem) });
  });

  test("ends when its reader is gone", async () => {
    bus = await startCrew(crew);
    const issue = await openTask(bus.as("alice"));
    await bus.settled();
    await bus.as("bob").comment(issue, "/tell ada one");
    await bus.as("bob").comment(issue, "/tell ada two");
    await bus.settled();
    let out = "";
    await run(["watch", "--all", "--json"], {
      out: (text) => {
        out += text;
      },
      err: () => {},
      isTty: false,
      isErrTty: false,
      exitWith: () => {},
      written: async () => false,
      env: { SIGNALBOX_HOME: bus.home, ...databaseVariables(bus.home) },
    });
    expect(out.trim().split("\n")).toHaveLength(1);
  });
});
