/** Tests a sign of life as an operation: whether the agent still holds the task that it names. */
import { expect, test } from "vitest";
import type { BeatReply, BeatRequest } from "../../../src/operations/ports.ts";
import { card, memoryBoard, portsOf } from "../board.ts";
import { beat } from "../held.ts";

const ada = { name: "ada", since: 0, token: 7 };

function rig(reply: BeatReply | undefined, holder: typeof ada | undefined = ada) {
  const signs: BeatRequest[] = [];
  const ports = {
    ...portsOf(memoryBoard([card(12, { holder })])),
    agent: "ada",
    lease: { token: "7", task: "acme/demo#12" },
    beat: async (sign: BeatRequest) => {
      signs.push(sign);
      return reply;
    },
  };
  return { ports, signs };
}

test("it names the agent, the task and the token of its lease", async () => {
  const { ports, signs } = rig({ type: "heard" });
  const { output, text, isMet } = await beat.run(ports, { issue: "12", doing: "the tests" });
  expect(output).toEqual({ agent: "ada", issue: "acme/demo#12", isHeld: true });
  expect({ text, isMet }).toEqual({ text: "ada still holds acme/demo#12.", isMet: true });
  expect(signs).toEqual([
    {
      agent: "ada",
      session: undefined,
      lease: "7",
      doing: "the tests",
      task: { owner: "acme", repo: "demo", number: 12 },
    },
  ]);
});

test("without a task it only says that the agent is there", async () => {
  const { ports, signs } = rig({ type: "heard" });
  expect((await beat.run(ports, {})).text).toBe("The server has heard from ada.");
  expect(signs).toMatchObject([{ task: undefined, lease: undefined }]);
});

test.each([
  [
    "a lease that has ended",
    { type: "ended", why: "bea holds it since 14:02" },
    ada,
    "bea holds it since 14:02",
  ],
  [
    "a task that the agent handed over",
    { type: "done", why: "your handover #19 was accepted, so the task is done" },
    undefined,
    "your handover #19 was accepted, so the task is done",
  ],
  ["a task of another agent", { type: "heard" }, { ...ada, name: "bea" }, "bea does"],
  ["a task that is free", { type: "heard" }, undefined, "nobody does"],
] as const)(
  "%s is not held, although the server has heard from the agent",
  async (_, reply, holder, reason) => {
    const { ports } = rig(reply, holder);
    const free = holder === undefined ? { board: memoryBoard([card(12)]) } : {};
    const { output, text, isMet } = await beat.run({ ...ports, ...free }, { issue: "12" });
    expect({ output, isMet }).toMatchObject({ output: { isHeld: false, reason }, isMet: false });
    expect(text).toBe(`ada does not hold acme/demo#12: ${reason}.`);
  },
);

test("a server that does not answer, and one that refuses, are errors", async () => {
  await expect(beat.run(rig(undefined).ports, { issue: "12" })).rejects.toMatchObject({ code: "not-here" });
  const refused = rig({ type: "refused", why: "the settings name no agent ada" });
  await expect(beat.run(refused.ports, {})).rejects.toMatchObject({
    code: "refused",
    message: "The settings name no agent ada.",
  });
});
