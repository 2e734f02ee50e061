/** `signalbox run` beside the server: a program becomes an agent at work, and its lease is right however it ends. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { contactOf } from "../../src/cli/beat/surroundings.ts";
import { whyToStop } from "../../src/cli/run/run-task.ts";
import type { RunRecord } from "../../src/harness/records/run-record.ts";
import { type Ran, signalbox } from "../cli/terminal.ts";
import { askingCommand } from "../support/asking-program.ts";
import type { TestBus } from "../support/bus.ts";
import { startCrew } from "../support/crew.ts";
import { questionText } from "../support/freeing.ts";
import { appears, dies, scriptIn } from "../support/programs.ts";
import { databaseVariables, rowsOfIndex } from "../support/store-of-flows.ts";

let bus: TestBus;
afterEach(() => bus.stop());

const startBus = async (): Promise<void> => {
  bus = await startCrew({ ada: { login: "ada" }, bea: { login: "bea" } });
};

async function openFree(title: string, more = ""): Promise<number> {
  const goal = `### Goal\n\nIt works.\n\n### Priority\n\np1${more}`;
  const issue = await bus.as("alice").open(title, goal, ["kind:task"], []);
  await bus.settled();
  return issue;
}

const environment = () => ({
  SIGNALBOX_HOME: bus.home,
  SIGNALBOX_AGENT: "ada",
  PATH: process.env.PATH,
  ...databaseVariables(bus.home),
});

const run = (words: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ran> =>
  signalbox(["run", ...words], { ...environment(), ...env });

const sh = (script: string): readonly string[] => ["--", "/bin/sh", "-c", script];

/** A program that asks, and ends: the task stays with its agent. */
const asking = (script = ":"): readonly string[] => sh(`${askingCommand(bus, "ada")}; ${script}`);

const runIds = (): readonly string[] =>
  existsSync(join(bus.home, "runs")) ? readdirSync(join(bus.home, "runs")).toSorted() : [];

const partOf = (id: string, name: string): string => readFileSync(join(bus.home, "runs", id, name), "utf8");

function onlyRun(): RunRecord {
  expect(runIds()).toHaveLength(1);
  return JSON.parse(partOf(runIds()[0] ?? "", "metadata.json"));
}

async function holderOf(issue: number): Promise<string | undefined> {
  await bus.settled();
  const { out } = await signalbox(["show", String(issue), "--json"], environment());
  return JSON.parse(out).holder?.name;
}

const recordings = join(import.meta.dirname, "../harness/recordings");

describe("a program on a task", () => {
  test("AG81 Claude Code, Codex and opencode get the same environment and packet, and leave the same record", async () => {
    await startBus();
    const seen: { env: unknown; input: string; record: RunRecord }[] = [];
    for (const [program, recording] of [
      ["claude", "claude.txt"],
      ["codex", "codex.jsonl"],
      ["opencode", "opencode.jsonl"],
    ] as const) {
      const issue = await openFree("Retry the queue", "\n\n### Track\n\napi");
      const folder = join(bus.home, program);
      const ask = askingCommand(bus, "ada");
      const script = `env > ${folder}/env\ncat > ${folder}/input\n${ask}\ncat ${join(recordings, recording)}`;
      const path = scriptIn(folder, program, script);
      const ran = await run(["--issue", String(issue), "--", path], {
        GITHUB_TOKEN: "hers",
        PRIVATE_KEY: "ours",
      });
      expect(ran).toMatchObject({ code: 0, out: expect.stringContaining("I handed over with #19.") });
      const variables = readFileSync(join(folder, "env"), "utf8").split("\n");
      expect(variables).toContain("GITHUB_TOKEN=hers");
      expect(variables).not.toContain("PRIVATE_KEY=ours");
      const record: RunRecord = JSON.parse(partOf(runIds().at(-1) ?? "", "metadata.json"));
      const own = Object.fromEntries(
        variables.filter((line) => line.startsWith("SIGNALBOX_")).map((line) => line.split("=", 2)),
      );
      expect(own).toEqual({
        SIGNALBOX_AGENT: "ada",
        SIGNALBOX_FAMILY: record.id,
        SIGNALBOX_SESSION: record.id,
        SIGNALBOX_RUN: expect.not.stringContaining(bus.home),
        SIGNALBOX_REPO: "acme/demo",
        SIGNALBOX_ISSUE: String(issue),
        SIGNALBOX_TRACK: "api",
        SIGNALBOX_LEASE: String(record.token),
      });
      const input = readFileSync(join(folder, "input"), "utf8");
      expect(partOf(record.id, "input.md")).toBe(input);
      expect(input).toContain(`Your task is acme/demo#${issue}.`);
      expect(input).toContain(`lease: ${record.token}\n`);
      expect(input).toContain("  > It works.");
      expect(Buffer.byteLength(input)).toBeLessThanOrEqual(16_000);
      expect(partOf(record.id, "output.md")).toContain("The queue now retries three times.");
      expect(record).toMatchObject({
        harness: program,
        ok: true,
        outcome: "waits",
        isHeld: true,
        because: null,
      });
      expect(await holderOf(issue)).toBe("ada");
      // The App assigns a task after it has given it, and may not know yet that GitHub shows that.
      const packet = input.replaceAll(/\d+/g, "N").replace(", assigned to @ada", "");
      seen.push({ env: Object.keys(own), input: packet, record });
    }
    const [first, ...others] = seen;
    for (const other of others) {
      expect(other.env).toEqual(first?.env);
      expect(other.input).toBe(first?.input);
      expect(Object.keys(other.record)).toEqual(Object.keys(first?.record ?? {}));
      expect(Object.keys(other.record.usage ?? {})).toEqual(Object.keys(first?.record.usage ?? {}));
    }
  });

  test("AG19 a run that is killed leaves the task to the lease that came after its own", async () => {
    await startBus();
    const issue = String(await openFree("Retry the queue"));
    const [begun, over] = ["begun", "over"].map((name) => join(bus.home, name));
    const script = `echo up > ${begun}; until [ -e ${over} ]; do sleep 0.05; done; kill -KILL $$`;
    const ran = run(["--issue", issue, ...sh(script)]);
    await appears(begun ?? "");
    expect((await signalbox(["release", issue], environment())).code).toBe(0);
    const { code, out } = await signalbox(["claim", issue, "--json"], environment());
    expect(code).toBe(0);
    writeFileSync(over ?? "", "");
    expect(await ran).toMatchObject({ code: 3, err: expect.not.stringContaining("was not released") });
    expect(await holderOf(Number(issue))).toBe("ada");
    expect(onlyRun()).toMatchObject({ isHeld: false });
    expect(JSON.parse(out).token).toBeGreaterThan(onlyRun().token);
  });

  test.each([
    [
      "ends without having done anything",
      "exit 0",
      [],
      {
        code: 3,
        exit: { type: "exited", code: 0, why: null },
        because:
          "its program ended without a question, a handover that counts or a release (signalbox runs ID)",
      },
    ],
    [
      "fails",
      "exit 5",
      [],
      {
        code: 3,
        exit: { type: "exited", code: 5, why: null },
        because:
          "its program ended with exit code 5 without a question, a handover that counts or a release (signalbox runs ID)",
      },
    ],
    [
      "hangs",
      "sleep 600",
      ["--timeout", "300ms"],
      {
        code: 3,
        exit: { type: "took too long", code: null, why: null },
        because: "its program took longer than 300ms",
      },
    ],
    [
      "is killed",
      "kill -KILL $$",
      [],
      {
        code: 3,
        exit: { type: "killed", code: null, why: "SIGKILL" },
        because: "its program was killed by SIGKILL",
      },
    ],
  ] as const)(
    "AG80 a program that %s: lease, record and exit code are right",
    async (_, script, flags, expected) => {
      await startBus();
      const issue = await openFree("Retry the queue");
      const ran = await run(["--issue", String(issue), ...flags, ...sh(`echo started; ${script}`)]);
      expect(ran.code).toBe(expected.code);
      const because = expected.because.replace("ID", onlyRun().id);
      expect(onlyRun()).toMatchObject({
        exit: expected.exit,
        because,
        isHeld: false,
        text: "started",
        agent: "ada",
        harness: "plain",
      });
      expect(await holderOf(issue)).toBeUndefined();
      expect(bus.ledger().map((row) => row.because)).toContain(`ada released it: ${because}.`);
    },
  );

  test("a program that asked keeps its task, and one that gave it back itself has succeeded, too", async () => {
    await startBus();
    const issue = await openFree("Retry the queue");
    const asked = await run(["--issue", String(issue), ...asking()]);
    expect(asked).toMatchObject({
      code: 0,
      out: expect.stringContaining(`signalbox run --issue acme/demo#${issue}`),
    });
    expect(onlyRun()).toMatchObject({ outcome: "waits", isHeld: true, because: null });
    expect(await holderOf(issue)).toBe("ada");
    const other = await openFree("Count the queue");
    const up = join(bus.home, "up");
    const go = join(bus.home, "go");
    const gives = run([
      "--issue",
      String(other),
      ...sh(`echo up > ${up}; while [ ! -e ${go} ]; do sleep 0.01; done`),
    ]);
    await appears(up);
    await signalbox(["release", String(other)], environment());
    writeFileSync(go, "");
    expect(await gives).toMatchObject({ code: 0 });
    const [, second = ""] = runIds();
    expect(JSON.parse(partOf(second, "metadata.json"))).toMatchObject({
      outcome: "over",
      isHeld: false,
      because: null,
    });
  });

  test("what a program was not allowed is shown with the flags that allow it, and recorded", async () => {
    await startBus();
    const issue = await openFree("Retry the queue");
    const denied = join(recordings, "claude-denied.txt");
    const path = scriptIn(join(bus.home, "bin"), "claude", `cat ${denied}`);
    const ran = await run(["--issue", String(issue), "--", path, "--permission-mode", "acceptEdits"]);
    expect(ran.code).toBe(3);
    expect(ran.err).toContain('--allowedTools "Bash(signalbox:*)" "Bash(gh:*)" "Bash(git:*)" mcp__signalbox');
    expect(ran.out).toContain("It was not allowed:\n  Bash: gh issue list\n");
    expect(ran.out).toContain(
      'To ask and hand over it needs: --permission-mode acceptEdits --allowedTools "Bash(',
    );
    expect(onlyRun()).toMatchObject({
      denials: ["Bash: gh issue list"],
      outcome: "nothing",
      because: expect.stringContaining("was not allowed 1 of its calls"),
    });
    const shown = await signalbox(["runs", onlyRun().id], environment());
    expect(shown.out).toContain("Not allowed: Bash: gh issue list\n");
  });

  test("AG80 what a program started ends with it", async () => {
    await startBus();
    const issue = await openFree("Retry the queue");
    const child = join(bus.home, "child");
    const ran = await run(["--issue", String(issue), ...sh(`sleep 600 & echo $! > ${child}`)]);
    expect(ran.code).toBe(3);
    await dies(Number(await appears(child)));
  });

  test("AG80 a program that is absent claims nothing and leaves no record; one that cannot be started gives the task back", async () => {
    await startBus();
    const issue = await openFree("Retry the queue");
    const absent = await run(["--issue", String(issue), "--harness", "codex"], {
      PATH: join(bus.home, "empty"),
    });
    expect(absent).toMatchObject({
      code: 1,
      err: expect.stringContaining("codex was not found on the PATH"),
    });
    expect(runIds()).toEqual([]);
    expect(await holderOf(issue)).toBeUndefined();
    const broken = join(bus.home, "broken");
    writeFileSync(broken, "#!/no/such/interpreter\n", { mode: 0o755 });
    expect(await run(["--issue", String(issue), "--", broken])).toMatchObject({ code: 3 });
    expect(onlyRun()).toMatchObject({ isHeld: false, because: "its program could not be started" });
    expect(await holderOf(issue)).toBeUndefined();
  });

  test("AG80 a program that prints 1 GB: the end is kept, and memory stays bounded", async () => {
    await startBus();
    const issue = await openFree("Retry the queue");
    const before = process.memoryUsage().arrayBuffers;
    let most = 0;
    const timer = setInterval(() => {
      most = Math.max(most, process.memoryUsage().arrayBuffers - before);
    }, 20);
    const print = "head -c 500000000 /dev/zero; yes line | head -c 500000000; echo; echo the end";
    const ran = await run(["--issue", String(issue), ...sh(print)]);
    clearInterval(timer);
    expect(ran.code).toBe(3);
    // Mostly chunks that wait for the garbage collection.
    expect(most).toBeLessThan(300_000_000);
    const record = onlyRun();
    expect(record.outputBytes).toBe(1_000_000_009);
    expect(record.text.endsWith("the end")).toBe(true);
    expect(partOf(record.id, "output.md").length).toBeLessThan(300_000);
  });

  test("run shows the last lines of a program that failed, and what succeeded says no more than its message", async () => {
    await startBus();
    const issue = await openFree("Retry the queue");
    const lines = "for n in $(seq 1 40); do echo line $n; done";
    const failed = await run([
      "--issue",
      String(issue),
      ...sh(`${lines}; echo no key: MODEL_API_KEY is empty >&2; exit 7`),
    ]);
    expect(failed.code).toBe(3);
    expect(failed.out).toContain("Its last lines:\n");
    expect(failed.out).toContain("  no key: MODEL_API_KEY is empty\n");
    expect(failed.out).not.toContain("line 20\n");
    expect(failed.out).toContain("ended with exit code 7.");
    expect(onlyRun().tail).toContain("no key: MODEL_API_KEY is empty");
  });

  test("secrets of the environment and of known shapes are in no record", async () => {
    await startBus();
    const issue = await openFree("Retry the queue");
    const secret = "correct-horse-battery";
    const shaped = `ghp_${"a1B2".repeat(9)}`;
    const script = `echo "key $MODEL_API_KEY"; echo ${shaped} >&2; printf '\\033[31mred\\033[0m\\n'`;
    await run(["--issue", String(issue), ...sh(script)], { MODEL_API_KEY: secret });
    const { id, text } = onlyRun();
    expect(text).toBe("key [redacted]\n[31mred[0m");
    const all = ["input.md", "output.md", "metadata.json"].map((name) => partOf(id, name)).join("\n");
    expect(all).not.toContain(secret);
    expect(all).not.toContain(shaped);
    expect(partOf(id, "output.md")).toContain("\nred\n");
  });
});

describe("signs of life of a run", () => {
  const sessions = () => rowsOfIndex(bus.home, "SELECT * FROM session");

  test("the server hears the agent on its lease while the program lives", async () => {
    await startBus();
    const issue = await openFree("Retry the queue");
    const up = join(bus.home, "up");
    const go = join(bus.home, "go");
    const script = `echo up > ${up}; while [ ! -e ${go} ]; do sleep 0.01; done`;
    const running = run(["--issue", String(issue), ...sh(script)]);
    // An order ends with the patience of its sender: no time may pass before the claim is answered.
    await appears(up);
    const heard = (): unknown => {
      bus.clock.advance(15_000);
      return sessions();
    };
    await expect
      .poll(heard, { timeout: 30_000 })
      .toEqual([expect.objectContaining({ issue, leases: expect.stringContaining(`"issue":${issue}`) })]);
    const { id, token } = onlyRun();
    expect(sessions()).toEqual([
      expect.objectContaining({ agent: "ada", id, leases: expect.stringContaining(String(token)) }),
    ]);
    writeFileSync(go, "");
    expect(await running).toMatchObject({ code: 3 });
  });

  test("the next run on a task that the agent still holds continues its session, under the same token", async () => {
    await startBus();
    const issue = await openFree("Retry the queue");
    const told = asking('echo "$SIGNALBOX_SESSION $SIGNALBOX_LEASE"');
    for (const _ of [1, 2]) expect(await run(["--issue", String(issue), ...told])).toMatchObject({ code: 0 });
    for (const question of [issue + 1, issue + 2]) await bus.as("bob").comment(question, "/answer SQLite.");
    await bus.settled();
    await signalbox(["release", String(issue)], environment());
    const killed = await run(["--issue", String(issue), ...sh("kill -KILL $$")]);
    expect(killed.code).toBe(3);
    await run(["--issue", String(issue), ...told]);
    const records = runIds().map((id): RunRecord => JSON.parse(partOf(id, "metadata.json")));
    const [first, second, third, fourth] = records;
    expect([second?.session, second?.token]).toEqual([first?.id, first?.token]);
    expect(second?.text).toBe(`${first?.id} ${first?.token}`);
    expect(third?.token).toBeGreaterThan(first?.token ?? 0);
    expect(fourth?.session).toBe(fourth?.id);
  });

  test("AG17 a second run of the agent on the same task is refused while the first one lives", async () => {
    await startBus();
    const issue = await openFree("Retry the queue");
    const up = join(bus.home, "up");
    const go = join(bus.home, "go");
    const script = `echo up > ${up}; while [ ! -e ${go} ]; do sleep 0.01; done`;
    const running = run(["--issue", String(issue), ...sh(script)]);
    await appears(up);
    expect(await run(["--issue", String(issue), ...sh("exit 0")])).toMatchObject({
      code: 2,
      out: expect.stringContaining("another session of ada holds it and is alive"),
    });
    writeFileSync(go, "");
    expect(await running).toMatchObject({ code: 3 });
    expect(runIds()).toHaveLength(1);
  });

  test("AG19 it is told to stop once another agent holds the task, and not while nobody does", async () => {
    await startBus();
    const issue = await openFree("Retry the queue");
    await run(["--issue", String(issue), ...asking()]);
    await bus.as("bob").comment(issue + 1, "/answer SQLite.");
    await bus.settled();
    const { id: session, token: lease } = onlyRun();
    const beat = () =>
      whyToStop(contactOf(bus.home), { agent: "ada", session, repo: "acme/demo", issue, lease });
    expect(await beat()).toBeUndefined();
    await signalbox(["release", String(issue)], environment());
    expect(await beat()).toBeUndefined();
    await signalbox(["claim", String(issue), "--agent", "bea"], environment());
    expect(await beat()).toMatch(/^your lease .*ended.*; bea holds it$/);
    await bus.stopServer();
    expect(await beat()).toBeUndefined();
  });
});

describe("notes", () => {
  test("what the agent should know is in its packet, and marked as read once a program had it", async () => {
    await startBus();
    const issue = await openFree("Retry the queue");
    const answer = "SQLite, one file.";
    await signalbox(["claim", String(issue)], environment());
    await bus.settled();
    const question = await bus.as("ada").open("Q: Which store?", questionText(issue), ["kind:question"], []);
    await bus.settled();
    await bus.as("bob").comment(question, `/answer ${answer}`);
    await bus.settled();
    const broken = join(bus.home, "broken");
    writeFileSync(broken, "#!/no/such/interpreter\n", { mode: 0o755 });
    await run(["--issue", String(issue), "--", broken]);
    await run(["--issue", String(issue), ...sh("exit 0")]);
    await run(["--issue", String(issue), ...sh("exit 0")]);
    const notes = runIds().map(
      (id) => partOf(id, "input.md").split("# Notes for you")[1]?.split("# acme/demo#")[0],
    );
    expect(notes).toEqual([expect.stringContaining(answer), expect.stringContaining(answer), undefined]);
  });
});

test("a note that is in its packet is there once, and no hook of the program shows it again while it works", async () => {
  await startBus();
  const issue = await openFree("Retry the queue");
  await signalbox(["claim", String(issue)], environment());
  await bus.settled();
  await bus.as("bob").comment(issue, "/tell ada The token never ends.");
  await bus.settled();
  // It ends as soon as nothing is unread: before, that was only once it had ended.
  const untilRead =
    'until [ "$(signalbox inbox --json --jq .total)" = 0 ]; do sleep 0.1; done; signalbox inbox --hook';
  const { code } = await run(["--issue", String(issue), "--timeout", "30s", ...sh(untilRead)]);
  const [id = ""] = runIds();
  expect(partOf(id, "input.md").split("The token never ends.")).toHaveLength(2);
  expect(partOf(id, "output.md")).not.toContain("The token never ends.");
  expect(JSON.parse(partOf(id, "metadata.json"))).toMatchObject({ exit: { type: "exited", code: 0 } });
  expect(code).not.toBe(1);
});

describe("an answer to what a run had asked", () => {
  /** A program that keeps what it was given, and reports a conversation as Codex does. */
  function recordingCodex(onResume = ":"): {
    readonly path: string;
    readonly words: () => readonly string[];
  } {
    const folder = join(bus.home, "bin");
    const words = join(folder, "words");
    const goesOn = `cat > ${folder}/input; ${onResume}; echo up > ${folder}/went-on`;
    const script = `echo "$*" >> ${words}
cat ${join(recordings, "codex.jsonl")}
case "$*" in *resume*) ${goesOn};; *) ${askingCommand(bus, "ada")};; esac`;
    const path = scriptIn(folder, "codex", script);
    return { path, words: () => readFileSync(words, "utf8").trim().split("\n") };
  }
  const conversation = "019ad6e1-4b7c-7e02-9f35-8c1d2e6a7b90";

  test("resumes the same conversation within five seconds with --wait, nobody touching it", async () => {
    await startBus();
    const issue = await openFree("Retry the queue");
    const { path, words } = recordingCodex();
    const running = run(["--issue", String(issue), "--wait", "--", path]);
    await expect
      .poll(() => runIds().map((id) => JSON.parse(partOf(id, "metadata.json")).outcome))
      .toEqual(["waits"]);
    await bus.as("bob").comment(issue + 1, "/answer SQLite, one file.");
    const answeredAt = Date.now();
    await appears(join(bus.home, "bin", "went-on"));
    expect(Date.now() - answeredAt).toBeLessThan(5_000);
    expect((await running).err).toContain(`ada waits for an answer to go on with acme/demo#${issue}.`);
    expect(words()).toEqual(["exec --json", `exec --json resume ${conversation}`]);
    const [first, second]: readonly RunRecord[] = runIds().map((id) =>
      JSON.parse(partOf(id, "metadata.json")),
    );
    expect(second).toMatchObject({ session: first?.session, token: first?.token, resumeId: conversation });
    const input = readFileSync(join(bus.home, "bin", "input"), "utf8");
    expect(input).toContain(`You are ada, and go on with acme/demo#${issue}`);
    expect(input).toContain("SQLite, one file.");
    expect(input).not.toContain("# Rules");
    // Codex tells the usage of the whole thread.
    expect(first?.usage?.inputTokens).toBeGreaterThan(0);
    expect(second?.usage).toMatchObject({ inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 });
  });

  test("is gone on with by --every before anything new", async () => {
    await startBus();
    const issue = await openFree("Retry the queue");
    const { path, words } = recordingCodex(askingCommand(bus, "ada"));
    expect(await run(["--issue", String(issue), "--", path])).toMatchObject({ code: 0 });
    await openFree("Something new");
    await bus.as("bob").comment(issue + 1, "/answer SQLite.");
    await bus.settled();
    const ran = await run(["--every", "--max", "1", "--json", "--", path]);
    const { runs }: { readonly runs: readonly RunRecord[] } = JSON.parse(ran.out);
    expect(runs.map((record) => record.issue)).toEqual([`acme/demo#${issue}`, `acme/demo#${issue + 2}`]);
    expect(words()[1]).toBe(`exec --json resume ${conversation}`);
  });

  test("a conversation that the program has no longer begins anew, with all that it needs to know", async () => {
    await startBus();
    const issue = await openFree("Retry the queue");
    const folder = join(bus.home, "bin");
    const input = join(folder, "input");
    const gone = 'case "$*" in *resume*) echo "Error: no rollout found for thread id x" >&2; exit 1;; esac';
    const path = scriptIn(
      folder,
      "codex",
      `${gone}\n${askingCommand(bus, "ada")}\ncat > ${input}\ncat ${join(recordings, "codex.jsonl")}`,
    );
    await run(["--issue", String(issue), "--", path]);
    await bus.as("bob").comment(issue + 1, "/answer SQLite.");
    await bus.settled();
    const ran = await run(["--issue", String(issue), "--", path]);
    expect(ran).toMatchObject({ code: 0, err: expect.stringContaining("begins a new one") });
    expect(readFileSync(input, "utf8")).toContain("# Rules");
    expect(readFileSync(input, "utf8")).toContain("SQLite.");
  });
});

describe("what a program prints instead of a result", () => {
  test.each([
    ["nothing", "true", "printed nothing"],
    ["rubbish", "head -c 2000 /dev/urandom; echo; echo '{\"type\":'", "no result that signalbox can read"],
    [
      "what another version prints",
      `echo '{"kind":"outcome","verdict":"fine"}'`,
      "no result that signalbox can read",
    ],
    ["one line of 100 MB", "head -c 100000000 /dev/zero | tr '\\0' a", "no result that signalbox can read"],
  ])("%s: one sentence says so, and the task is given back", async (_, script, sentence) => {
    await startBus();
    const issue = await openFree("Retry the queue");
    const path = scriptIn(join(bus.home, "bin"), "claude", script);
    const ran = await run(["--issue", String(issue), "--", path, "--allowedTools", "Bash"]);
    expect(ran.code).toBe(3);
    expect(ran.out).toContain(`claude ended, `);
    expect(ran.out).toContain(sentence);
    expect(onlyRun()).toMatchObject({ ok: null, outcome: "nothing", isHeld: false });
    expect(await holderOf(issue)).toBeUndefined();
  });

  test("a failure that only the error stream tells is shown, without the events around it", async () => {
    await startBus();
    const issue = await openFree("Retry the queue");
    const events = `for n in $(seq 1 40); do echo '{"type":"turn.started"}'; done`;
    const path = scriptIn(
      join(bus.home, "bin"),
      "codex",
      `echo "error: unexpected argument '--no-such-flag' found" >&2; ${events}; exit 2`,
    );
    const ran = await run(["--issue", String(issue), "--", path]);
    expect(ran.code).toBe(3);
    expect(ran.out).toContain(
      "Its last lines:\n  error: unexpected argument '--no-such-flag' found\ncodex ended with exit code 2.",
    );
  });
});

describe("one task after the other", () => {
  test("with --every the agent works until nothing is ready", async () => {
    await startBus();
    for (const title of ["First", "Second", "Third"]) await openFree(title);
    const ran = await run(["--every", "--json", ...asking('echo "$SIGNALBOX_ISSUE $SIGNALBOX_SESSION"')]);
    expect(ran.code).toBe(0);
    const { runs, refusal } = JSON.parse(ran.out);
    expect(refusal).toMatchObject({ isHeld: false, reason: "nothing ready" });
    expect(runs.map(({ issue }: RunRecord) => issue)).toEqual(["acme/demo#1", "acme/demo#2", "acme/demo#3"]);
    for (const { text, issue, id } of runs as readonly RunRecord[])
      expect(text).toBe(`${issue.split("#")[1]} ${id}`);
  });

  test("it stops at --max, and after three failures in a row", async () => {
    await startBus();
    for (const title of ["First", "Second", "Third", "Fourth"]) await openFree(title);
    expect(await run(["--every", "--max", "1", ...asking()])).toMatchObject({ code: 0 });
    expect(runIds()).toHaveLength(1);
    const failing = await run(["--every", "--agent", "bea", ...sh("kill -KILL $$")]);
    expect(failing.code).toBe(3);
    expect(runIds()).toHaveLength(4);
  });

  test("with nothing ready, a task that the agent holds and on which no run works is named", async () => {
    await startBus();
    const issue = await openFree("First");
    await signalbox(["claim", String(issue), "--agent", "ada", "--home", bus.home], {});
    const held = `ada holds acme/demo#${issue} (in-progress)`;
    expect(await run(sh("exit 0"))).toMatchObject({
      code: 2,
      out: `Nothing ready.\n${held}, and no run works on it. To go on with it: signalbox run --issue acme/demo#${issue}\n`,
    });
    const next = await signalbox(
      ["claim", "--next", "--agent", "ada", "--repo", "acme/demo", "--home", bus.home],
      {},
    );
    expect(next).toMatchObject({
      code: 2,
      out: `Nothing ready.\n${held}. Go on with it (signalbox brief acme/demo#${issue}), or give it back (signalbox release acme/demo#${issue}).\n`,
    });
    const [started, end] = [join(bus.home, "started"), join(bus.home, "end")];
    const script = `echo 1 > '${started}'; while [ ! -e '${end}' ]; do sleep 0.05; done`;
    const works = run(["--issue", String(issue), ...asking(script)]);
    await appears(started);
    expect(await run(sh("exit 0"))).toMatchObject({ code: 2, out: "Nothing ready.\n" });
    writeFileSync(end, "");
    expect(await works).toMatchObject({ code: 0 });
  });

  test("without a server, or with nothing ready, nothing is run", async () => {
    await startBus();
    expect(await run(sh("exit 0"))).toMatchObject({ code: 2, out: "Nothing ready.\n" });
    expect(await run(["--every", ...sh("exit 0")])).toMatchObject({ code: 0 });
    const issue = await openFree("First");
    await bus.stopServer();
    expect(await run(["--issue", String(issue), ...sh("exit 0")])).toMatchObject({
      code: 2,
      out: "Not decided: no server runs with this data folder.\n",
    });
    expect(runIds()).toEqual([]);
  });
});

describe("without running anything", () => {
  test("a dry run names the task and the command line", async () => {
    await startBus();
    const issue = await openFree("First");
    const bin = join(bus.home, "bin");
    scriptIn(bin, "codex", "exit 1");
    const ran = await run(["--dry-run", "--", "codex", "--model", "m"], { PATH: bin });
    expect(ran).toMatchObject({
      code: 0,
      out: expect.stringMatching(
        new RegExp(
          `^Would claim acme/demo#${issue} for ada\\..*\\nWould start codex: \\["codex","exec","--model","m","--json"\\]\\n$`,
        ),
      ),
    });
    expect(runIds()).toEqual([]);
    expect(await holderOf(issue)).toBeUndefined();
  });

  test.each([
    [["--issue", "1", "--every"], "--issue names one task"],
    [["--issue", "one"], "is not an issue"],
    [["--timeout", "soon"], "--timeout must be a duration such as 30m"],
    [["--timeout", "30d"], "at most 24d"],
    [["--max", "0", "--every"], "--max must be a number"],
    [["--harness", "none"], "Allowed choices are claude, codex, opencode, plain"],
    [["--agent", "zoe"], "name no agent zoe"],
  ])("`run %j` is a mistake, and the message says what would work", async (words, message) => {
    await startBus();
    const ran = await run([...words, ...sh("exit 0")]);
    expect(ran).toMatchObject({ code: 1, out: "" });
    expect(ran.err).toContain(message);
    expect(runIds()).toEqual([]);
  });
});

describe("stopped from outside", () => {
  const main = join(import.meta.dirname, "../../src/cli/signalbox.mjs");

  test.each([
    ["SIGTERM", 143],
    ["SIGINT", 130],
  ] as const)(
    "AG80 %s ends the program and what it started, then gives the task back",
    async (signal, code) => {
      await startBus();
      const issue = await openFree("Retry the queue");
      const up = join(bus.home, "up");
      const told = join(bus.home, "told");
      const script = `trap 'echo told > ${told}; exit 0' TERM; sleep 600 & echo $! > ${up}; wait`;
      const child = spawn(process.execPath, [main, "run", "--issue", String(issue), ...sh(script)], {
        env: environment(),
        stdio: "ignore",
      });
      const ended = once(child, "exit");
      const grandchild = Number(await appears(up));
      child.kill(signal);
      expect((await ended)[0]).toBe(code);
      expect(await appears(told)).toBe("told");
      await dies(grandchild);
      const because = `its run was stopped by ${signal}`;
      expect(onlyRun()).toMatchObject({ exit: { type: "interrupted" }, isHeld: false, because });
      expect(await holderOf(issue)).toBeUndefined();
      expect(bus.ledger().map((row) => row.because)).toContain(`ada released it: ${because}.`);
    },
  );

  test("a run whose own process is killed stays in the list, and its task with the agent", async () => {
    await startBus();
    const issue = await openFree("Retry the queue");
    const up = join(bus.home, "up");
    const script = `echo $$ > ${up}; exec sleep 600`;
    const child = spawn(process.execPath, [main, "run", "--issue", String(issue), ...sh(script)], {
      env: environment(),
      stdio: "ignore",
    });
    const ended = once(child, "exit");
    const program = Number(await appears(up));
    expect((await signalbox(["runs"], environment())).out).toContain("plain runs.");
    child.kill("SIGKILL");
    await ended;
    process.kill(program, "SIGKILL");
    expect((await signalbox(["runs"], environment())).out).toContain(
      "plain ended unseen: its run was killed.",
    );
    expect(await holderOf(issue)).toBe("ada");
  });
});

describe("the list of runs", () => {
  test("lists the newest first, shows one with its output, and names a record that cannot be read", async () => {
    await startBus();
    expect(await signalbox(["runs"], environment())).toMatchObject({
      code: 0,
      out: expect.stringContaining("No runs yet"),
    });
    for (const title of ["First", "Second"]) await openFree(title);
    await run(["--every", ...asking('echo "did $SIGNALBOX_ISSUE"')]);
    const [first = "", second = ""] = runIds();
    const listed = (await signalbox(["runs"], environment())).out.trimEnd().split("\n");
    expect(listed).toHaveLength(2);
    expect(listed[0]).toMatch(new RegExp(`^${second}  \\d{4}-.*ada holds acme/demo#2  plain ended\\.$`));
    const shown = await signalbox(["runs", first.toLowerCase()], environment());
    expect(shown.out).toContain(`Run ${first}: plain ended.`);
    expect(shown.out).toContain("did 1");
    const { out } = await signalbox(["runs", first, "--json"], environment());
    expect(JSON.parse(out)).toMatchObject({ id: first, issue: "acme/demo#1" });
    expect(await signalbox(["runs", "../../etc"], environment())).toMatchObject({
      code: 1,
      err: expect.stringContaining("There is no run ../../ETC"),
    });
    const broken = "01JDB3Z5M7Q8R9S0T1V2W3X4Y5";
    mkdirSync(join(bus.home, "runs", broken));
    writeFileSync(join(bus.home, "runs", broken, "metadata.json"), "{");
    expect((await signalbox(["runs"], environment())).out).toContain(
      `${broken}  its record cannot be read\n`,
    );
  });
});
