/** Tests how long a command is waited for, and what it says then. */
import { expect, test } from "vitest";
import type { CommandSeen } from "../../../src/operations/commands/command-board.ts";
import type { AsCaller } from "../../../src/operations/writes/as-caller.ts";
import { card, memoryBoard, portsOf } from "../board.ts";
import { block, decide } from "../held.ts";

const never = (): never => {
  throw new Error("It is not needed here.");
};

/** @param becomes what the index shows of the comment, by the time that has passed */
function rig(becomes: (passedMs: number) => CommandSeen | undefined = () => undefined) {
  const written: string[] = [];
  let passed = 0;
  let version = 1;
  const ports = portsOf(memoryBoard([card(12)]), (ms) => {
    passed = ms;
    version += 1;
  });
  const board = {
    ...ports.board,
    version: async () => version,
    commandSeen: async (_: string, comment: string) => (comment === "IC_5" ? becomes(passed) : undefined),
  };
  const caller: AsCaller = {
    digest: never,
    newId: never,
    seal: never,
    sealComment: async ({ text }) => text,
    urlOf: ({ number }) => `https://github.com/acme/demo/issues/${number}`,
    ghLine: (words) => `gh ${words.join(" ")}`,
    login: async () => ({
      id: "U_maria",
      name: "maria",
      opened: never,
      commented: never,
      readText: never,
      readWork: never,
      writer: {
        edit: never,
        open: never,
        close: never,
        reopen: never,
        adopt: never,
        comment: async (_, body) => {
          written.push(body);
          return { id: "IC_5", number: 5 };
        },
      },
    }),
  };
  return { ports: { ...ports, board, asCaller: async () => caller }, written };
}

const blocking = { issue: "12", blocker: "#13" };

test.each([
  [{ outcome: "done" }, true, /^Done on acme\/demo#12 after /],
  [
    { outcome: "refused", reply: "**`/block` had no effect.** It is closed." },
    false,
    /^Refused: `\/block` had no effect\. It is closed\.$/,
  ],
  [{ outcome: "ignored" }, false, /^It had no effect: this login may not do that on acme\/demo#12\./],
] satisfies readonly [CommandSeen, boolean, RegExp][])(
  "the result is what the App made of it: %j",
  async (seen, isMet, text) => {
    const { ports, written } = rig((ms) => (ms < 700 ? {} : seen));
    const result = await block.run(ports, { ...blocking, wait: true });
    expect(result).toMatchObject({ isMet, text: expect.stringMatching(text) });
    expect(result.output).toMatchObject({ wrote: "comment", seen: true, outcome: { waitedMs: 700 } });
    expect(written).toEqual(["/block #13"]);
  },
);

test("after its time the result is that nothing was decided, and it ends with whoever asked", async () => {
  const late = await block.run(rig(() => ({})).ports, { ...blocking, wait: true, timeout: "5s" });
  expect(late).toMatchObject({
    isMet: false,
    output: { outcome: { result: "time limit", waitedMs: 5_000 } },
  });
  const ports = { ...rig(() => ({})).ports, signal: AbortSignal.abort() };
  const gone = await block.run(ports, { ...blocking, wait: true });
  expect(gone).toMatchObject({ isMet: false, output: { outcome: { result: "broken off", waitedMs: 0 } } });
});

test("without --wait it ends once the server has the comment, or after two seconds", async () => {
  const taken = await block.run(rig((ms) => (ms < 300 ? undefined : {})).ports, blocking);
  expect(taken.output).toMatchObject({ seen: true });
  const unknown = rig();
  const slow = { ...unknown.ports, freshen: () => new Promise<never>(() => {}) };
  const { output, text } = await block.run(slow, blocking);
  expect(output).toMatchObject({ seen: false });
  expect(text).toContain("The server has not taken it up yet.");
});

test.each([
  [{ outcome: "refused", reply: "**`/block` had no effect.** It is closed." }, /^Refused: |\nRefused: /],
  [{ outcome: "ignored" }, /It had no effect/],
] satisfies readonly [CommandSeen, RegExp][])(
  "without --wait a command that the App has refused already is not taken for done: %j",
  async (seen, text) => {
    const result = await block.run(rig(() => seen).ports, blocking);
    expect(result.isMet).toBe(false);
    expect(result.text).toMatch(text);
  },
);

test("a decision needs an option or words", async () => {
  const { ports, written } = rig();
  await expect(decide.run(ports, { issue: "12" })).rejects.toThrow("give an option");
  expect(written).toEqual([]);
});
