/** Log lines: one JSON object each, without secrets, readable on a terminal. */
import { expect, test } from "vitest";
import { createLogs, type LogSettings } from "../../src/server/logger.ts";

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

test("a line is one JSON object with time, level, message and fields", () => {
  const { logger, lines } = written();
  logger.info({ issue: 12 }, "two\nlines");
  expect(lines).toHaveLength(1);
  expect(lines[0]?.trimEnd()).not.toContain("\n");
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({ level: "info", issue: 12, msg: "two\nlines" });
});

test("an error is logged whole, with its cause", () => {
  const { logger, lines } = written();
  logger.error({ delivery: "1" }, "It failed.", new Error("outer", { cause: new Error("inner") }));
  expect(lines[0]).toMatch(/outer[\s\S]*inner/);
});

test("lines below the level are not written, and libraries write warnings at most", () => {
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
])("%s is taken out wherever it stands", (_case, secret) => {
  const { logger, lines } = written();
  logger.warn({ header: `Bearer ${secret}` }, `Sent ${secret}`);
  expect(lines[0]?.match(/\[redacted\]/g)).toHaveLength(2);
  expect(lines[0]).not.toContain(secret.slice(12));
});

test("a terminal gets readable lines", () => {
  const { logger, lines } = written({ format: "pretty" });
  logger.info({ issue: 12 }, "Label\u001bled.");
  logger.error({}, "It failed.", new Error("why"));
  expect(lines[0]).toMatch(/^\d\d:\d\d:\d\d Labelled\. issue=12\n$/);
  expect(lines[1]).toMatch(/^\d\d:\d\d:\d\d error: It failed\.\nError: why\n {4}at /);
});
