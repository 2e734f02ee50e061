/** Log lines: one JSON object each, without secrets, readable on a terminal. */
import { expect, test } from "vitest";
import { logFormat } from "../../../src/cli/start/app-log.ts";
import { createLogs, type LogSettings } from "../../../src/server/log/logger.ts";
import { secretForms } from "../../support/secret-forms.ts";

function written(settings: Partial<LogSettings> = {}) {
  const lines: string[] = [];
  const logs = createLogs({
    level: "info",
    format: "json",
    destination: { write: (line) => void lines.push(line) },
    ...settings,
  });
  return { ...logs, lines };
}

test("a log line is one JSON object with time, level, message and fields", () => {
  const { logger, lines } = written();
  logger.info({ issue: 12 }, "two\nlines");
  expect(lines).toHaveLength(1);
  expect(lines[0]?.trimEnd()).not.toContain("\n");
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({ level: "info", issue: 12, msg: "two\nlines" });
});

test("an error is logged completely, with its cause", () => {
  const { logger, lines } = written();
  logger.error({ delivery: "1" }, "It failed.", new Error("outer", { cause: new Error("inner") }));
  expect(lines[0]).toMatch(/outer[\s\S]*inner/);
});

test("lines below the level are not written, and libraries write only warnings and errors", () => {
  const { logger, forLibraries, lines } = written();
  logger.debug({}, "quiet");
  forLibraries.info({ event: { body: "whole payload" } }, "Webhook received");
  expect(lines).toEqual([]);
});

test.each([
  ["a token", `ghs_${"a".repeat(36)}`],
  ["a fine-grained token", `github_pat_${"a1".repeat(40)}`],
  ["a JWT", `eyJ${"a".repeat(20)}.${"b".repeat(30)}.${"c".repeat(40)}`],
  ["a private key", "-----BEGIN RSA PRIVATE KEY-----\nMIIabc\n-----END RSA PRIVATE KEY-----"],
  ["a signature", `sha256=${"0f".repeat(32)}`],
])("%s is redacted wherever it appears", (_case, secret) => {
  const { logger, lines } = written();
  logger.warn({ header: `Bearer ${secret}` }, `Sent ${secret}`);
  expect(lines[0]?.match(/\[redacted\]/g)).toHaveLength(2);
  expect(lines[0]).not.toContain(secret.slice(12));
});

test("N46 a terminal gets readable lines: time, subject, message, then the rest", () => {
  const { logger, lines } = written({ format: "pretty" });
  logger.info({ issue: 12 }, "Label\u001bled.");
  logger.warn({ error: "the App may not write", repository: "acme/demo", tries: 2 }, "labels were refused");
  logger.error({}, "It failed.", new Error("why"));
  expect(lines[0]).toMatch(/^\d\d:\d\d:\d\d {2}#12 {2}Labelled\.\n$/);
  expect(lines[1]).toMatch(
    /^[\d:]{8} {2}acme\/demo {2}warning: labels were refused: the App may not write {2}tries=2\n$/,
  );
  expect(lines[2]).toMatch(/^[\d:]{8} {2}error: It failed\.\n {2}Error: why\n {6}at /);
});

test("N46 colour never replaces words, and values from outside cannot add any", () => {
  const { logger, lines } = written({ format: "coloured" });
  logger.warn({ error: "\u001b[31mred\nnew line" }, "labels were refused");
  expect(lines[0]).toContain("warning:\u001b[0m labels were refused: [31mred\\nnew line\n");
});

test.each([
  ["a terminal", true, {}, "coloured"],
  ["a terminal without colour", true, { NO_COLOR: "1" }, "pretty"],
  ["a terminal that has none", true, { TERM: "dumb" }, "pretty"],
  ["a file", false, {}, "json"],
])("N46 %s gets the log in its own format", (_, isErrTty, env, expected) => {
  expect(logFormat({ isErrTty, env })).toBe(expected);
});

test.each(
  secretForms.flatMap(([name, text, secret]) =>
    (["json", "pretty", "coloured"] as const).map((format) => [name, format, text, secret] as const),
  ),
)("the log shows nothing of %s (%s), wherever it stands", (_name, format, text, secret) => {
  const { logger, forLibraries, lines } = written({ format });
  logger.warn({ field: text, quoted: JSON.stringify([text]) }, `Sent ${text} there`);
  logger.error({}, "It failed.", new Error(`before ${text}`, { cause: new Error(text) }));
  forLibraries.error({ err: new Error(text), body: JSON.stringify({ token: text }) }, text);
  expect(lines).toHaveLength(3);
  for (const line of lines) {
    expect(line).not.toContain(secret);
    expect(line).toContain("[redacted]");
  }
});

test.each([
  ["an assignment", "DB_PASSWORD=A1b2C3d4E5f6G7h8I9j0"],
  ["a value with a backslash at its end", "DB_PASSWORD=A1b2C3d4E5f6G7h8I9j0\\"],
  ["a key without an end", "-----BEGIN RSA PRIVATE KEY-----A1b2C3d4E5f6G7h8"],
])("%s in quoted JSON leaves the line JSON", (_name, text) => {
  const { logger, lines } = written();
  logger.warn({ quoted: JSON.stringify({ text }) }, "Sent");
  const { quoted, msg } = JSON.parse(lines[0] ?? "");
  expect(quoted).toContain("[redacted]");
  expect(quoted).not.toContain("A1b2C3d4");
  expect(msg).toBe("Sent");
});
