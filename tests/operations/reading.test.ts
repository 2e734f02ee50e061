/** Every reading operation says how up to date its answer is, in JSON and to people. */
import { describe, expect, test } from "vitest";
import { catalogue } from "../../src/operations/catalogue.ts";
import { type DataAge, plainLook } from "../../src/operations/output/look.ts";
import { card, memoryBoard, portsOf } from "./board.ts";
import { ready, show } from "./held.ts";

const at = Date.parse("2026-11-22T12:40:07Z");
const away: DataAge = { asOf: at, isFresh: false, remark: "no server runs with this data folder" };

function rig(reading: DataAge, isTerminal = false) {
  const ports = portsOf(memoryBoard([card(12)]));
  return {
    ...ports,
    clock: { ...ports.clock, now: () => at + 60_000 },
    reading: async () => reading,
    look: { ...plainLook, isTerminal },
  };
}

test("every operation that only reads says so", () => {
  const others = catalogue.filter(({ reads }) => reads === undefined).map(({ name }) => name);
  // Orders and questions write, and `wait` says it by itself.
  expect(others).toEqual([
    "claim",
    "release",
    "beat",
    "wait",
    "ask",
    "answer",
    "discover",
    "escalate",
    "task",
    "hand-over",
    "lock",
    "unlock",
    "call-vote",
    "vote",
    "contract",
    "ack",
    "object",
    "space-start",
    "space-close",
    "space-resume",
    "decide",
    "approve",
    "refuse",
    "accept",
    "urgency",
    "block",
    "unblock",
  ]);
});

describe("a reading", () => {
  test("of a list is in its JSON, beside the list", async () => {
    const { output } = await ready.run(rig(away), {});
    expect(output).toMatchObject({ asOf: "2026-11-22T12:40:07Z", isFresh: false, tasks: [{ number: 12 }] });
  });

  test("of one thing is in its JSON, beside its fields", async () => {
    const { output } = await show.run(rig({ asOf: at, isFresh: true, remark: undefined }), { issue: "12" });
    expect(output).toMatchObject({ asOf: "2026-11-22T12:40:07Z", isFresh: true, number: 12 });
  });

  test("that may be old is told beside the output in a pipe, and in the last line on a terminal", async () => {
    const inPipe = rig(away);
    expect((await ready.run(inPipe, {})).text).toBe("acme/demo#12\tTitle of 12");
    expect(inPipe.told).toEqual(["As of 12:40:07 UTC, no server runs with this data folder."]);
    const onTerminal = rig(away, true);
    expect((await ready.run(onTerminal, {})).text).toContain(
      "As of 12:40:07 UTC, no server runs with this data folder.",
    );
    expect(onTerminal.told).toEqual([]);
  });

  test("that is fresh costs no line, and one of another day has its date", async () => {
    const fresh = rig({ asOf: at, isFresh: true, remark: undefined });
    await ready.run(fresh, {});
    expect(fresh.told).toEqual([]);
    const old = rig({ ...away, asOf: at - 24 * 3_600_000 });
    await ready.run(old, {});
    expect(old.told).toEqual(["As of 2026-11-21 12:40:07 UTC, no server runs with this data folder."]);
  });
});
