/**
 * Tests outside text in the log: whatever it contains, a line stays one line, and no one can forge a line.
 */
import { afterEach, expect, test } from "vitest";
import { controlPaths } from "../../src/server/http/control-paths.ts";
import { webhookPath } from "../../src/server/ingress/ingress.ts";
import { createLogs, type LogSettings } from "../../src/server/log/logger.ts";
import { startServer } from "../../src/server/main.ts";
import { readContact } from "../../src/server/maintenance/data-folder.ts";
import type { RunningServer } from "../../src/server/serving/running-server.ts";
import { startBus, type TestBus } from "../support/bus.ts";
import { questionBody } from "../support/story.ts";

let bus: TestBus;
let server: RunningServer;
afterEach(async () => {
  await server.close();
  await bus.stop();
});

const forged = '{"level":"error","time":"2026-01-01T00:00:00.000Z","msg":"forged"}';
const hostile = `Sign in\n${forged}\r\n12:00:00 error: forged\u2028\u001b[2K\u0085forged`;

/** The lines that the server logs while GitHub sends hostile words in every place whose words are logged. */
async function loggedAmidHostileWords(format: LogSettings["format"]): Promise<readonly string[]> {
  let log = "";
  const destination = {
    write: (line: string): void => {
      log += line;
    },
  };
  const { logger } = createLogs({ level: "debug", format, destination });
  bus = await startBus({ startsServer: false });
  const outside = { clock: bus.clock, random: Math.random, logger, onStep: () => {} };
  server = await startServer(bus.serverOptions(), outside);
  bus.hub.setWebhookUrl(`${server.url}${webhookPath}`);
  await server.whenReady;
  const refused = {
    match: { method: "POST", path: "/labels$" },
    effect: { kind: "fail", status: 422 },
  } as const;
  bus.hub.faults.add({ on: "request", ...refused });
  const alice = bus.as("alice");
  const task = await alice.open(hostile, `### Goal\n\n${hostile}\n\n### Track\n\n${hostile}`, ["kind:task"]);
  await alice.open(hostile, questionBody(`#${task}`, hostile), ["kind:question"]);
  await alice.comment(task, `/block ${hostile}`);
  await alice.comment(task, `/claim as ${hostile}`);
  await alice.comment(task, `/lock src/${hostile}/**`);
  await alice.comment(task, `/tell ada ${hostile}`);
  await giveSigns({ agent: hostile }, { agent: "ada", doing: hostile }, { agent: "ada", repo: hostile });
  await bus.as("maria").octokit.rest.repos.createOrUpdateFileContents({
    owner: "acme",
    repo: "demo",
    path: ".github/signalbox.yml",
    message: hostile,
    content: Buffer.from(`${JSON.stringify(hostile)}: 1\n`).toString("base64"),
  });
  for (let round = 0; round < 4; round++) {
    await bus.hub.idle();
    await server.idle();
    bus.clock.advance(30_000);
  }
  logger.warn({ message: hostile }, hostile);
  logger.error({ message: hostile }, "failed", new Error(hostile, { cause: new Error(hostile) }));
  return log.trimEnd().split("\n");
}

/** What an agent's hook sends; mistakes among them are refused. */
async function giveSigns(...signs: readonly object[]): Promise<void> {
  const { url, token } = readContact(bus.home) ?? {};
  for (const sign of signs)
    await fetch(`${url}${controlPaths.beat}`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify(sign),
    });
}

test("L07 AG84 hostile titles, texts, names, globs, settings and errors are each one JSON line of ours in the log", async () => {
  const lines = await loggedAmidHostileWords("json");
  expect(lines.length).toBeGreaterThan(2);
  for (const line of lines) {
    const { level, time, msg } = JSON.parse(line);
    expect([level, time]).toEqual([
      expect.stringMatching(/^(?:debug|info|warn|error)$/),
      expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    ]);
    expect(msg).not.toBe("forged");
  }
});

test("L07 on a terminal no outside text starts a line or moves the cursor", async () => {
  const lines = await loggedAmidHostileWords("pretty");
  expect(lines.length).toBeGreaterThan(2);
  for (const line of lines) {
    expect(line).toMatch(/^(?:\d\d:\d\d:\d\d | {2})/);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are the subject.
    expect(line).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029]/);
  }
  expect(lines.filter((line) => /^\d\d:\d\d:\d\d error: forged/.test(line))).toEqual([]);
});
