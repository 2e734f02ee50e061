/** A bot that replies to everything we write, through the dispatcher: the loop ends and is reported once. */
import { afterEach, expect, test } from "vitest";
import type { Actor, CommentSeen } from "../../src/engine/model/fact.ts";
import { openDesk, type PassContext } from "../support/dispatch-desk.ts";
import { question, task } from "../support/issues.ts";

let desk: PassContext;
afterEach(() => desk.stop());

const echo: Actor = { id: "BOT_echo", login: "echo[bot]", type: "Bot" };

test("H02 a bot that replies to each of our comments is muted after three, and the ledger reports it once", async () => {
  desk = await openDesk();
  desk.github.roles.set(echo.login, "write");
  desk.github.put(task(12));
  desk.github.put(question(40, "#12"));
  let written = 0;
  const replies = () => desk.github.issues.get("I_40")?.own.filter(({ key }) => key !== "status").length ?? 0;
  const speak = async (): Promise<void> => {
    const comments = desk.github.issues.get("I_40")?.comments ?? [];
    const comment: CommentSeen = {
      id: `IC_echo${++written}`,
      author: echo,
      text: "/answer",
      createdAt: desk.github.second(),
    };
    desk.github.change("I_40", { comments: [...comments, comment] });
    await desk.deliver(["I_40"]);
    await desk.settled();
  };
  for (let heard = -1; replies() > heard && written < 20; ) {
    heard = replies();
    await speak();
  }
  expect({ replies: replies(), written }).toEqual({ replies: 3, written: 4 });
  await speak();
  expect(replies()).toBe(3);
  expect(desk.store.ledger.filter(({ kind }) => kind === "muted")).toEqual([
    expect.objectContaining({ issueId: "I_40", because: expect.stringContaining("echo[bot]") }),
  ]);

  await desk.later(60 * 60_000);
  await speak();
  expect(replies()).toBe(4);
  expect(desk.github.issues.get("I_40")?.own.find(({ key }) => key === "status")?.text).not.toContain("echo");
});
