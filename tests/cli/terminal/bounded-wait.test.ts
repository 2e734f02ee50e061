/** Tests how long a command may wait in the shell of an agent's program, which ends commands that take long. */
import { describe, expect, test } from "vitest";
import { boundWait, waitOn } from "../../../src/cli/terminal/bounded-wait.ts";
import { inbox } from "../../../src/operations/notes/inbox.ts";
import { ready } from "../../../src/operations/ready.ts";
import { wait } from "../../../src/operations/wait.ts";
import { ask } from "../../../src/operations/writes/ask.ts";
import { handOver } from "../../../src/operations/writes/hand-over.ts";

const shells = [{ CLAUDECODE: "1" }, { CODEX_THREAD_ID: "019f" }, { OPENCODE: "1" }];

describe.each(shells)("in a shell with %j", (env) => {
  test("a command that waits ends before the program ends it, and one that says less waits less", async () => {
    const bound = async (operation: typeof wait, given: object) =>
      (await boundWait(operation, { ...given }, env)).given;
    expect(await bound(wait, { issue: "12" })).toEqual({ issue: "12", timeout: "55s" });
    expect(await bound(wait, { issue: "12", timeout: "30m" })).toEqual({ issue: "12", timeout: "110s" });
    expect(await bound(wait, { issue: "12", timeout: "20s" })).toEqual({ issue: "12", timeout: "20s" });
    expect(await bound(inbox, { wait: "30m" })).toEqual({ wait: "110s" });
    expect(await bound(ask, { wait: true })).toEqual({ wait: true, timeout: "55s" });
    expect(await bound(handOver, { wait: true, timeout: "2h" })).toEqual({ wait: true, timeout: "110s" });
  });

  test("a command that does not wait is left alone, as is what is no duration", async () => {
    for (const [operation, given] of [
      [inbox, {}],
      [ask, {}],
      [ready, { limit: 3 }],
      [wait, { issue: "12", timeout: "long" }],
    ] as const)
      expect(await boundWait(operation, given, env)).toEqual({ given, atMostMs: undefined });
  });
});

test("in a person's shell a command waits as long as it was told", async () => {
  const given = { issue: "12", timeout: "30m" };
  expect(await boundWait(wait, given, { SIGNALBOX_AGENT: "ada", CLAUDECODE: "" })).toEqual({
    given,
    atMostMs: undefined,
  });
});

test("it says how to go on, in a command that needs no variable", () => {
  expect(waitOn("acme/demo#12")).toBe(
    "Programs end commands that take long, so a command waits here for 110s at most, and for 55s if no time is given. To go on waiting: signalbox wait 'acme/demo#12' --timeout 110s",
  );
  expect(waitOn(undefined)).toMatch(/To go on waiting: signalbox inbox --wait 110s$/);
});
