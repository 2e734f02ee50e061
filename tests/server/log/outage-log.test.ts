/** What a process logs while PostgreSQL does not respond. */
import { describe, expect, test } from "vitest";
import type { Logger } from "../../../src/base/logger.ts";
import { createOutageLog } from "../../../src/server/log/outage-log.ts";
import { isPoolFull, isUnavailable } from "../../../src/store/postgres/database/failure.ts";
import { manualClock } from "../../support/manual-clock.ts";

const refused = Object.assign(new Error("connect ECONNREFUSED 127.0.0.1:5432"), { code: "ECONNREFUSED" });

function open() {
  const clock = manualClock(0);
  const lines: string[] = [];
  const causes: unknown[] = [];
  const write =
    (level: string): Logger["error"] =>
    (fields, message, cause) => {
      if (level !== "debug") lines.push(`${level}: ${message} ${JSON.stringify(fields)}`);
      if (level === "error") causes.push(cause);
    };
  const log: Logger = {
    debug: write("debug"),
    info: write("info"),
    warn: write("warn"),
    error: write("error"),
  };
  let isBack = false;
  const probe = async (): Promise<void> => {
    if (!isBack) throw refused;
  };
  const outages = createOutageLog(log, { isUnavailable, mayBeOurs: isPoolFull, probe, clock });
  return {
    ...outages,
    lines,
    causes,
    pass: async (ms: number) => {
      for (let left = ms; left > 0; left -= 1_000) {
        clock.advance(1_000);
        for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
      }
    },
    return: () => {
      isBack = true;
    },
  };
}

test("an outage has one line when it begins and one when it ends, without a stack, however much fails by it", async () => {
  const { logger, lines, causes, pass, return: comeBack } = open();
  for (let i = 0; i < 10; i++) {
    logger.error({ doing: "cycle" }, "failed by a defect", refused);
    logger.error({}, "a page failed", new Error("The board could not be read.", { cause: refused }));
    logger.warn({ error: "…" }, "jobs could not be looked after", refused);
    await pass(1_000);
  }
  expect(lines).toEqual([
    'warn: PostgreSQL does not respond. The work waits for it. {"error":"connect ECONNREFUSED 127.0.0.1:5432"}',
  ]);
  comeBack();
  await pass(2_000);
  expect(lines.slice(1)).toEqual([
    'warn: PostgreSQL responds again, and the work goes on. {"afterMs":11001}',
  ]);
  logger.warn({}, "jobs could not be looked after", refused);
  expect(lines).toHaveLength(3);
  expect(causes).toEqual([]);
});

test("faults of our own are logged with their stacks during an outage too", async () => {
  const { logger, lines, causes } = open();
  const defect = new TypeError("x is undefined");
  logger.error({}, "failed by a defect", refused);
  logger.error({ doing: "cycle" }, "failed by a defect", defect);
  logger.warn({}, "request to GitHub failed");
  expect(lines.slice(1)).toEqual([
    'error: failed by a defect {"doing":"cycle"}',
    "warn: request to GitHub failed {}",
  ]);
  expect(causes).toEqual([defect]);
});

describe("a statement that got no connection", () => {
  const noConnection = new Error("timeout exceeded when trying to connect");

  test("is of an outage if PostgreSQL does not respond: all connections wait for it", async () => {
    const { logger, lines, causes, pass } = open();
    logger.error({}, "could not query due work, will retry", noConnection);
    await pass(1_000);
    logger.error({}, "could not query due work, will retry", noConnection);
    expect(lines).toEqual([expect.stringMatching(/^warn: PostgreSQL does not respond/)]);
    expect(causes).toEqual([]);
  });

  test("is an error of this process if PostgreSQL responds: its own statements have all connections", async () => {
    const { logger, lines, causes, pass, return: comeBack } = open();
    comeBack();
    logger.error({}, "could not query due work, will retry", noConnection);
    await pass(1_000);
    expect(lines).toEqual(["error: could not query due work, will retry {}"]);
    expect(causes).toEqual([noConnection]);
  });
});

test("a process that ends waits for no outage to end", async () => {
  const { logger, lines, pass, close, return: comeBack } = open();
  logger.error({}, "failed by a defect", refused);
  close();
  comeBack();
  await pass(3_000);
  expect(lines).toHaveLength(1);
});
