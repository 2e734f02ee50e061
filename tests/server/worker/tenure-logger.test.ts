import { expect, test } from "vitest";
import type { Logger } from "../../../src/base/logger.ts";
import { FenceLost } from "../../../src/dispatcher/ports/fence.ts";
import { tenureLogger } from "../../../src/server/worker/tenure-logger.ts";

test("a failure because another worker has taken over is not logged as an error; all others are", () => {
  const lines: unknown[] = [];
  const line =
    (level: string) =>
    (...words: readonly unknown[]) =>
      void lines.push([level, ...words]);
  const logger: Logger = {
    debug: line("debug"),
    info: line("info"),
    warn: line("warn"),
    error: line("error"),
  };
  const { info, warn, error } = tenureLogger(logger);
  const defect = new Error("a defect");
  error({ repository: "R_1" }, "a pass failed", new FenceLost({ installationId: 1, token: 2 }));
  error({ repository: "R_1" }, "a pass failed", defect);
  error({}, "without a cause");
  warn({}, "a warning");
  info({}, "some news");
  expect(lines).toEqual([
    [
      "debug",
      { repository: "R_1", error: "another process may serve installation 1 now: token 2 is too old" },
      "a pass failed",
    ],
    ["error", { repository: "R_1" }, "a pass failed", defect],
    ["error", {}, "without a cause", undefined],
    ["warn", {}, "a warning"],
    ["info", {}, "some news"],
  ]);
});
