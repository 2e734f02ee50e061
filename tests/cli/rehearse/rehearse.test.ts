/** Tests the rehearsal: the same questions to two hosts, compared, and what it may touch. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { run } from "../../../src/cli/main.ts";
import { allCases } from "../../../src/cli/rehearse/all-cases.ts";
import {
  compareRecordings,
  comparisonText,
  type KnownDifference,
} from "../../../src/cli/rehearse/comparison.ts";
import { assertMayRehearse, markerFile, markerText } from "../../../src/cli/rehearse/marked-repository.ts";
import { describeShape, differencesBetween, scrub } from "../../../src/cli/rehearse/observation.ts";
import { openStandIn } from "../../../src/cli/rehearse/open-sides.ts";
import { openBranch } from "../../../src/cli/rehearse/proposals.ts";
import { readRecording, writeRecording } from "../../../src/cli/rehearse/recordings.ts";
import { type Recording, rehearse } from "../../../src/cli/rehearse/rehearse.ts";
import { Side } from "../../../src/cli/rehearse/side.ts";
import { type Hub, startHub } from "../../../src/hub/hub.ts";
import { demoSeed } from "../../../src/hub/seed.ts";
import { readUnknownBehaviour } from "../../../src/hub/unknown-behaviour.ts";

const folder = mkdtempSync(join(tmpdir(), "rehearse-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const nothingKnown = new Map();
const quiet = {
  known: nothingKnown,
  onStart: () => {},
  onResult: () => {},
  signal: new AbortController().signal,
};

describe("the cases", () => {
  let recording: Recording;
  let creations = 0;
  let left: readonly string[] = [];
  beforeAll(async () => {
    const { side, close } = await openStandIn("stand-in");
    recording = await rehearse(side, allCases, quiet);
    creations = side.creations;
    left = await side.cleanUp();
    await close();
  });

  test("each is answered by the stand-in", () => {
    const failed = [...recording].filter(([, { type }]) => type === "failed");
    expect(failed).toEqual([]);
    expect(recording.size).toBe(allCases.length);
  });

  test("they create no more than they say, and no more than 300", () => {
    const said = allCases.reduce((sum, each) => sum + each.creations, 0);
    expect(said).toBeLessThanOrEqual(300);
    expect(creations).toBeLessThanOrEqual(said);
  });

  test("what they created is deleted", () => {
    expect(left).toEqual([]);
  });

  test("each has an id and a question of its own", () => {
    expect(new Set(allCases.map(({ id }) => id)).size).toBe(allCases.length);
    expect(new Set(allCases.map(({ question }) => question)).size).toBe(allCases.length);
    for (const { id, question } of allCases) {
      expect(id).toMatch(/^[a-z]+\.[a-z0-9-]+$/);
      expect(question).toMatch(/\?$/);
    }
  });

  test("nothing that was seen has an id, a name or a time", () => {
    const text = JSON.stringify([...recording]);
    expect(text).not.toMatch(/acme|maria|[A-Z]{1,4}_kw|\d{4}-\d{2}-\d{2}T|https?:/i);
  });

  test("check runs are refused for their length alone", () => {
    expect(recording.get("checks.lengths")).toMatchObject({ observation: { plain: { status: 201 } } });
  });

  test("of what changes a comment, only its deletion is a change of the issue at the stand-in", () => {
    const observation = { edited: false, hidden: false, deleted: true };
    expect(recording.get("texts.updated-at")).toMatchObject({ observation });
  });

  test("a document costs what the meter then shows", () => {
    const costs = [...recording].flatMap(([id, result]) =>
      id.startsWith("documents.") && result.type === "seen" ? [[id, result] as const] : [],
    );
    expect(costs.length).toBeGreaterThan(30);
    for (const [id, { observation, cost }] of costs)
      expect([id, observation]).toEqual([id, expect.objectContaining({ cost: cost?.points })]);
  });
});

describe("two hosts that differ", () => {
  const cases = allCases;
  const recordings: Recording[] = [];
  beforeAll(async () => {
    const other = {
      idFormat: "older" as const,
      unknown: readUnknownBehaviour(
        "edgeAgain=accepted,cycle=refused,edgesPerIssue=50,edgeTouches=both,edgeDeliveries=1,oversizedUpdate=kept",
      ),
    };
    for (const options of [{}, other]) {
      const { side, close } = await openStandIn("stand-in", options);
      recordings.push(await rehearse(side, cases, quiet));
      await close();
    }
  }, 300_000);
  const compared = (known: readonly KnownDifference[] = []) => {
    const [one, other] = recordings;
    if (one === undefined || other === undefined) throw new Error("There are two.");
    return compareRecordings(cases, [one, other], known);
  };

  test("are told apart by exactly what was switched", () => {
    const found = compared().filter(({ verdict }) => verdict !== "same");
    expect(found.map(({ id, verdict }) => [id, verdict])).toEqual(
      [
        "identity.global-ids",
        "edges.again",
        "edges.cycle",
        "edges.limit",
        "edges.updated-at",
        "edges.deliveries",
        "texts.long-edit",
      ].map((id) => [id, "different"]),
    );
    expect(found.find(({ id }) => id === "edges.limit")?.details).toContain("refusedAt: null → 51");
    expect(found.find(({ id }) => id === "texts.long-edit")?.details).toContain("status: 422 → 200");
  });

  test("are summed up in a table", () => {
    const text = comparisonText(compared(), ["one", "other"]);
    expect(text).toMatch(/^one → other\n/);
    expect(text).toMatch(/^documents\.a-page-of-all-issues +same +12 points +\d+ ms$/m);
    expect(text).toMatch(/^edges\.cycle +different +\d+ points +\d+ ms$/m);
    expect(text).toContain("7 different, 0 known to differ, 0 skipped.");
  });

  test("may differ in what is known", () => {
    const known = compared([{ id: "edges.cycle", because: "It was measured." }]);
    expect(known.find(({ id }) => id === "edges.cycle")).toMatchObject({
      verdict: "known",
      details: expect.arrayContaining(["It was measured."]),
    });
  });

  test("are not compared where one was not asked", () => {
    const [one = new Map()] = recordings;
    expect(compareRecordings(cases, [one, new Map()], [])[0]).toMatchObject({ verdict: "skipped" });
  });
});

describe("what was seen", () => {
  test("is compared by shape, and its words without names and numbers", () => {
    expect(describeShape({ b: [{ c: 1 }], a: null })).toEqual({ a: "null", b: [{ c: "number" }] });
    expect(scrub("Issue 17 of acme/demo (I_kwDOAA12) is gone", ["acme/demo"])).toBe(
      "Issue <number> of <name> (<id>) is gone",
    );
    expect(
      scrub(
        "`.github/workflows/demo.yml` of demo, in acme/demo. `acme` demonstrates at https://acme.example/orgs/acme.",
        ["acme/demo", "acme", "demo"],
      ),
    ).toBe(
      "`.github/workflows/demo.yml` of <name>, in <name>. `<name>` demonstrates at https://<name>.example/orgs/<name>.",
    );
    expect(differencesBetween({ a: { b: 1 }, c: [1] }, { a: { b: 2 }, d: true })).toEqual([
      "a.b: 1 → 2",
      'c: [1] → "absent"',
      'd: "absent" → true',
    ]);
  });

  test("is kept in a file, from which a run goes on", async () => {
    const [first] = allCases;
    if (first === undefined) throw new Error("There are cases.");
    writeRecording(folder, "git hub", new Map([[first.id, { type: "seen", observation: { status: 418 } }]]));
    const known = readRecording(folder, "git hub");
    const { side, close } = await openStandIn("stand-in");
    expect(await rehearse(side, [first], { ...quiet, known })).toEqual(known);
    await close();
    expect(readRecording(folder, "another")).toEqual(new Map());
  });
});

test("a secondary limit is waited out for as long as it says, whatever the hour's reset is", async () => {
  const { side, close } = await openStandIn("stand-in");
  const headers = { "retry-after": "1", "x-ratelimit-remaining": "4000", "x-ratelimit-reset": "4000000000" };
  const { app } = side.options;
  const answers = [
    new Response(JSON.stringify({ message: "You have exceeded a secondary rate limit." }), {
      status: 403,
      headers: { ...headers, "content-type": "application/json" },
    }),
  ];
  const real = globalThis.fetch;
  const sooner = vi.spyOn(globalThis, "fetch").mockImplementation((...asked) => {
    const answer = String(asked[0]).endsWith("/labels") ? answers.pop() : undefined;
    return answer === undefined ? real(...asked) : Promise.resolve(answer);
  });
  const began = performance.now();
  const { status } = await app.rest("GET /repos/{owner}/{repo}/labels", side.place);
  sooner.mockRestore();
  expect([status, answers.length]).toEqual([200, 0]);
  expect(performance.now() - began).toBeGreaterThan(900);
  await close();
});

describe("what cannot be asked", () => {
  const cases = (id: string) => allCases.filter((each) => each.id === id);

  test.each([
    ["moves.transferred", { second: undefined }, "--second owner/name"],
    ["merges.queue", { permissions: { contents: "write", pull_requests: "write" } }, "setup --rehearsal"],
    ["merges.workflow-file", { permissions: { workflows: "write" } }, "nothing would be refused"],
    ["form.body", { isStandIn: false }, "Nobody is at the terminal."],
    ["moves.discussion", { isStandIn: false }, "Nobody is at the terminal."],
    ["registration.inactive", { isStandIn: false }, "Nobody is at the terminal."],
    ["issues.archived-label", { isStandIn: false }, "Nobody is at the terminal."],
    ["checks.fork-head", { isStandIn: false }, "Nobody is at the terminal."],
    ["checks.fork-head", { isStandIn: false, waitForPerson: async () => "7" }, "7 is no pull request"],
  ] as const)("%s is skipped with the reason", async (id, changes, reason) => {
    const { side, close } = await openStandIn("stand-in");
    const poorer = new Side({ ...side.options, ...changes });
    const result = (await rehearse(poorer, cases(id), quiet)).get(id);
    expect(result).toEqual({ type: "failed", because: expect.stringContaining(reason) });
    expect(await poorer.cleanUp()).toEqual([]);
    await close();
  });

  test("is asked of the person at the terminal, and what it made is deleted", async () => {
    const { side, close } = await openStandIn("stand-in");
    const asked: string[] = [];
    const { person } = side.options;
    const waitForPerson = async (words: string) => {
      asked.push(words);
      const content = { title: "Rehearsal: form", body: "### Goal\r\n\r\nOne line of acme/rehearsal." };
      await person.rest("POST /repos/{owner}/{repo}/issues", { ...side.place, ...content });
      return "";
    };
    const manned = new Side({ ...side.options, isStandIn: false, waitForPerson });
    const recording = await rehearse(manned, cases("form.body"), quiet);
    expect(recording.get("form.body")).toMatchObject({
      observation: { hasCarriageReturns: true, lines: ["### Goal", "", "One line of <name>."] },
    });
    expect(asked).toEqual([expect.stringContaining("/acme/rehearsal/issues/new?template=")]);
    // A killed rehearsal would have left the form.
    await assertMayRehearse(side);
    expect(await manned.cleanUp()).toEqual([]);
    const { body } = await person.rest("GET /repos/{owner}/{repo}/issues", { ...side.place, state: "all" });
    expect(body).toEqual([]);
    const tree = { ...side.place, tree_sha: "main", recursive: "1" };
    const left = await person.rest("GET /repos/{owner}/{repo}/git/trees/{tree_sha}", tree);
    expect(left.body.tree.map(({ path }: { readonly path: string }) => path)).toEqual([markerFile]);
    await close();
  });
});

describe("where it works", () => {
  const seed = (files: Readonly<Record<string, string>>) => ({
    ...demoSeed,
    repositories: [{ fullName: "acme/rehearsal", roles: { maria: "admin" } as const, files }],
  });

  test("in a repository with nothing but the marker file", async () => {
    const { side, close } = await openStandIn("stand-in");
    await assertMayRehearse(side);
    await side.openIssue("of an earlier run");
    await assertMayRehearse(side);
    await close();
  });

  test("in no repository that has anything else", async () => {
    const other = await openStandIn("stand-in", { seed: seed({ [markerFile]: markerText, "src/a.ts": "" }) });
    await expect(assertMayRehearse(other.side)).rejects.toThrow("has other files than .signalbox-rehearsal");
    await other.close();
    const used = await openStandIn("stand-in");
    await used.side.createIssue(used.side.options.person, { title: "A real issue" });
    await expect(assertMayRehearse(used.side)).rejects.toThrow("an issue that no rehearsal opened: #1");
    await used.close();
    const branched = await openStandIn("stand-in");
    const { sha } = await openBranch(branched.side);
    await assertMayRehearse(branched.side);
    const ref = { ...branched.side.place, ref: "refs/heads/work", sha };
    await branched.side.options.person.rest("POST /repos/{owner}/{repo}/git/refs", ref);
    await expect(assertMayRehearse(branched.side)).rejects.toThrow("a branch that no rehearsal made: work");
    await branched.close();
  });

  test("and leaves nothing there: no branch, no rules, no open pull request", async () => {
    const { side, close } = await openStandIn("stand-in");
    await rehearse(
      side,
      allCases.filter(({ id }) => id.startsWith("merges.")),
      quiet,
    );
    expect(await side.cleanUp()).toEqual([]);
    const { person } = side.options;
    const read = async (what: string) =>
      (await person.rest(`GET /repos/{owner}/{repo}/${what}`, { ...side.place })).body;
    expect(await read("rulesets")).toEqual([]);
    expect(await read("pulls")).toEqual([]);
    expect((await read("branches")).map(({ name }: { readonly name: string }) => name)).toEqual(["main"]);
    await close();
  });
});

describe("signalbox rehearse", () => {
  let hub: Hub;
  beforeAll(async () => {
    const files = { [markerFile]: markerText };
    const repositories = [{ fullName: "acme/throwaway", roles: { maria: "admin" } as const, files }];
    hub = await startHub({ home: ":memory:", port: 0, seed: { ...demoSeed, repositories } });
  });
  afterAll(() => hub.close());

  async function rehearsed(args: readonly string[], answer?: string) {
    let [out, err] = ["", ""];
    const env = {
      APP_ID: String(hub.app.id),
      PRIVATE_KEY: hub.app.privateKey,
      WEBHOOK_SECRET: hub.app.webhookSecret,
      GHE_HOST: new URL(hub.url).host,
      GHE_PROTOCOL: "http",
      GH_ENTERPRISE_TOKEN: hub.tokenOf("maria"),
    };
    let code = 0;
    await run(["rehearse", ...args], {
      out: (text) => {
        out += text;
      },
      err: (text) => {
        err += text;
      },
      isTty: false,
      isErrTty: false,
      env,
      ...(answer === undefined ? {} : { ask: async () => answer }),
      exitWith: (given) => {
        code = given;
      },
    }).then((given) => {
      code = given ?? code;
    });
    return { out, err, code };
  }

  test("prints how the host differs, with progress, and what a person has to delete", async () => {
    const { out, err, code } = await rehearsed(
      ["--repo", "acme/throwaway", "--only", "failures"],
      "acme/throwaway",
    );
    expect(out).toContain("5 same, 0 different, 0 known to differ, 0 skipped.");
    expect(err).toContain("stand-in: 1 of 5, failures.unknown-field");
    expect(err).toContain("gh repo delete acme/throwaway");
    expect(code).toBe(0);
  });

  test("touches nothing unless the repository's name was typed", async () => {
    const wrong = await rehearsed(["--repo", "acme/throwaway", "--only", "failures"], "acme/demo");
    expect([wrong.code, wrong.err]).toEqual([1, expect.stringContaining("that was another name")]);
    const nobody = await rehearsed(["--repo", "acme/throwaway", "--only", "failures"]);
    expect([nobody.code, nobody.err]).toEqual([
      1,
      expect.stringContaining("SIGNALBOX_REHEARSE=acme/throwaway"),
    ]);
  });

  test("asks for the name of the second repository, too", async () => {
    const both = ["--repo", "acme/throwaway", "--only", "failures", "--second"];
    expect((await rehearsed([...both, "acme/demo"], "acme/throwaway")).err).toContain(
      "that was another name",
    );
    for (const second of ["acme/throwaway", "other/throwaway"])
      expect((await rehearsed([...both, second], "acme/throwaway")).err).toContain(
        "--second names another repository of the same owner.",
      );
  });

  test("says what would work where it cannot", async () => {
    expect((await rehearsed([])).err).toContain("--repo names a repository");
    expect((await rehearsed(["--only", "limits"])).err).toContain("limits.spent costs the App's points");
    expect((await rehearsed(["--only", "nothing"])).err).toContain(
      "The subjects are: registration, identity, edges, texts",
    );
    const missing = await rehearsed(["--repo", "acme/none", "--only", "failures"], "acme/none");
    expect(missing.err).toContain("The App is not installed on acme/none");
  });

  test("waits where GitHub says to wait, and asks again", async () => {
    const limit = { kind: "limit", waitSeconds: 1 } as const;
    hub.faults.add({ on: "request", match: { path: "/issues$", method: "POST" }, effect: limit, times: 1 });
    const spent = { ...limit, limit: "primary" } as const;
    hub.faults.add({ on: "request", match: { field: "removeBlockedBy" }, effect: spent, times: 1 });
    const { out, err } = await rehearsed(
      ["--repo", "acme/throwaway", "--only", "edges.remove-missing"],
      "acme/throwaway",
    );
    expect(hub.faults.list().map(({ struck }) => struck)).toEqual([1, 1]);
    expect(out).toMatch(/^edges\.remove-missing +same/m);
    expect(err).not.toContain("is left");
    hub.faults.clear();
  });

  test("skips what it would have to wait for too long, and says how to go on", async () => {
    const limit = { kind: "limit", waitSeconds: 3_000, limit: "primary" } as const;
    hub.faults.add({ on: "request", match: { field: "rateLimit" }, effect: limit });
    const { out } = await rehearsed(
      ["--repo", "acme/throwaway", "--only", "failures.points"],
      "acme/throwaway",
    );
    expect(out).toContain("GitHub says to wait 51 minutes. Go on later with --record and --resume.");
    hub.faults.clear();
  });

  test("spends the App's points only if asked to", async () => {
    const { out, code } = await rehearsed(
      ["--repo", "acme/throwaway", "--only", "failures.points", "--only", "limits", "--exhaust"],
      "acme/throwaway",
    );
    // This host enforces no limit by itself, so nothing is refused there.
    expect(out).toMatch(/^limits\.spent +skipped/m);
    expect(code).toBe(0);
  });

  test("lists the cases", async () => {
    const { out } = await rehearsed(["--list", "--only", "edges"]);
    expect(out).toContain("edges.limit\n  Is the 51st dependency of an issue refused?");
    expect(out).not.toContain("texts.");
  });
});
