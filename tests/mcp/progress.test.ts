/** Tests what a client hears of a call that takes long, and how long a call may take. */
import { expect, test } from "vitest";
import { tellProgress } from "../../src/mcp/progress.ts";
import { card, memoryBoard, portsOf } from "../operations/board.ts";
import { callTool } from "./call-tool.ts";
import { connect } from "./connect.ts";

const blocked = () => portsOf(memoryBoard([card(12, { status: "blocked" })]));

test("a client that hears nothing meanwhile gets its answer within 55 s, whatever it asks for", async () => {
  const { call } = await connect(blocked(), { agent: "ada" });
  const asked = { issue: "12", timeout: "30m" };
  for (const [name, given] of [
    ["wait", asked],
    ["wait", { timeout: "30m" }],
  ] as const) {
    const { text, isError } = await call(name, given);
    expect(isError).toBe(false);
    expect(text).toContain("Not yet. Call it again, or do something else first: one call waits 55s at most.");
  }
  expect((await call("wait", asked)).text).toContain("> Not yet, after 55 s.");
});

test("a client that asks for progress may have one call wait for four minutes", async () => {
  const { client } = await connect(blocked(), { agent: "ada" });
  const withProgress = { arguments: { issue: "12", timeout: "30m" } };
  const { content } = await client.callTool({ name: "wait", ...withProgress }, { onprogress: () => {} });
  expect(JSON.stringify(content)).toContain("Not yet, after 4 min.");
  expect(JSON.stringify(content)).toContain("one call waits 4m at most");
  expect((await callTool(client, "wait", withProgress.arguments)).text).toContain("Not yet, after 55 s.");
});

test("it hears every 15 s that the call goes on, until the call has ended", async () => {
  const heard: unknown[] = [];
  const ended = new AbortController();
  let now = 0;
  const sleep = async (ms: number): Promise<void> => {
    now += ms;
    if (now > 60_000) ended.abort();
  };
  const notify = async (notification: object): Promise<void> => void heard.push({ now, ...notification });
  await tellProgress({ _meta: { progressToken: "p" }, notify }, ended.signal, { sleep });
  expect(heard).toEqual(
    [1, 2, 3, 4].map((progress) => ({
      now: progress * 15_000,
      method: "notifications/progress",
      params: { progressToken: "p", progress },
    })),
  );
});

test("a client that did not ask is told nothing, and one that is gone ends nothing", async () => {
  const notify = async (): Promise<never> => {
    throw new Error("Not connected");
  };
  const going = new AbortController();
  await tellProgress({ notify }, going.signal);
  let slept = 0;
  const sleep = async (): Promise<void> => {
    slept += 1;
    if (slept === 3) going.abort();
  };
  await tellProgress({ _meta: { progressToken: 1 }, notify }, going.signal, { sleep });
  expect(slept).toBe(3);
});
