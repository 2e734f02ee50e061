import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { commandAnswerer } from "../../src/answerers/command.ts";
import { recording, replaying } from "../../src/answerers/recorded.ts";
import type { AnswererResult, AnswerTask } from "../../src/coordinator/answers/answerer.ts";
import { goodReply, task, uncounted } from "./model-server.ts";

const folder = mkdtempSync(join(tmpdir(), "signalbox-test-answerer-"));
afterAll(() => rmSync(folder, { recursive: true }));

const key = { name: "ANTHROPIC_API_KEY", value: "the reader's own" };
const signal = new AbortController().signal;
const reply = JSON.stringify(goodReply);

function run(script: string, asked: AnswerTask = task, timeoutMs = 5_000): Promise<AnswererResult> {
  const argv = [process.execPath, "-e", script] as const;
  return commandAnswerer({ argv, key, timeoutMs, environment: { ...process.env } }).answer(asked, signal);
}

/** Prints the reply once it has read the question. */
const polite = (then: string): string => `
  let asked = ""; process.stdin.on("data", (chunk) => asked += chunk);
  process.stdin.on("end", () => { ${then}; });`;

describe("a command", () => {
  test("a command gets the question on its standard input and replies on its output", async () => {
    const seen = join(folder, "seen");
    const script = polite(
      `require("fs").writeFileSync(${JSON.stringify(seen)}, asked); console.log(${JSON.stringify(reply)})`,
    );
    expect(await run(script)).toEqual({ type: "replied", reply: goodReply });
    expect(readFileSync(seen, "utf8")).toContain("Which time zone do timestamps have?");
  });

  test("G13 a command is started without a shell, whatever the question contains", async () => {
    const planted = join(folder, "planted");
    const order = `"; touch ${planted}; $(touch ${planted}) \`touch ${planted}\``;
    const script = polite(`console.log("Here it is: " + ${JSON.stringify(reply)})`);
    expect((await run(script, { ...task, title: order, body: order })).type).toBe("replied");
    expect(existsSync(planted)).toBe(false);
  });

  test("G14 a command gets its own model's key, an empty home and an empty folder, and nothing else of ours", async () => {
    const seen = join(folder, "inherited");
    const files = `[".", process.env.HOME, process.env.TMPDIR].map((folder) => require("fs").readdirSync(folder))`;
    const look = `JSON.stringify([process.env, ${files}])`;
    const secrets = ["SIGNALBOX_TEST_SECRET", "PRIVATE_KEY", "GH_TOKEN", "OPENAI_API_KEY", "XDG_CONFIG_HOME"];
    for (const name of secrets) process.env[name] ??= "not for anybody";
    await run(polite(`require("fs").writeFileSync(${JSON.stringify(seen)}, ${look}); console.log("{}")`));
    for (const name of secrets) if (process.env[name] === "not for anybody") delete process.env[name];
    const [given, ...listed] = JSON.parse(readFileSync(seen, "utf8"));
    const usual = ["PATH", "HOME", "TMPDIR", "LANG", "LC_ALL"];
    const others = Object.keys(given).filter((name) => !usual.includes(name));
    expect(others.toSorted()).toEqual(["ANTHROPIC_API_KEY", "SIGNALBOX_FAMILY"]);
    expect(given).toMatchObject({ ANTHROPIC_API_KEY: "the reader's own" });
    // A random word, by which all that it started is found and ended with it.
    expect(given.SIGNALBOX_FAMILY).toMatch(/^[0-9a-f]{16}$/);
    expect(given.HOME).not.toBe(process.env.HOME);
    expect(listed).toEqual([[[], [], []]]);
  });

  test("a command may print as much as it likes on its error stream", async () => {
    const script = polite(
      `process.stderr.write("x".repeat(2e6), () => console.log(${JSON.stringify(reply)}))`,
    );
    expect((await run(script)).type).toBe("replied");
  });

  test("J04 a command that fails, prints invalid or too much output, or does not end has failed", async () => {
    const scripts = [
      "process.exit(3)",
      "console.log('UTC')",
      "for (;;) process.stdout.write('x'.repeat(65536))",
    ];
    for (const script of scripts) expect((await run(script)).type).toBe("failed");
    expect(await run("setInterval(() => {}, 1000)", task, 200)).toEqual({
      type: "failed",
      because: "it did not end within 0.2 s",
    });
    const missing = commandAnswerer({
      argv: [join(folder, "nothing")],
      key: undefined,
      timeoutMs: 1_000,
      environment: {},
    });
    expect(await missing.answer(task, signal)).toEqual({
      type: "failed",
      because: "it could not be started",
    });
  });
});

describe("recorded replies", () => {
  test("a recorded reply is replayed for the same question and passages, and for no other", async () => {
    const records = join(folder, "records");
    const answerer = recording(
      { name: "model m", answer: async () => ({ type: "replied", reply: goodReply }) },
      records,
    );
    await answerer.answer(task, signal, uncounted);
    const replayed = replaying(records, "recorded");
    expect(await replayed.answer(task, signal)).toEqual({ type: "replied", reply: goodReply });
    const other = await replayed.answer({ ...task, title: "Another?" }, signal);
    expect(other).toEqual({ type: "failed", because: "no reply was recorded for it" });
  });

  test("J04 a corrupt recorded reply has failed", async () => {
    const records = join(folder, "spoilt");
    const keeper = recording(
      { name: "m", answer: async () => ({ type: "replied", reply: goodReply }) },
      records,
    );
    await keeper.answer(task, signal, uncounted);
    const { readdirSync } = await import("node:fs");
    for (const name of readdirSync(records)) writeFileSync(join(records, name), "{");
    expect((await replaying(records, "m").answer(task, signal)).type).toBe("failed");
  });
});
