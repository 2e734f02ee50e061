/** On a login that agents write with, no comment decides between an answer of that login and another one. */
import { afterEach, expect, test } from "vitest";
import type { TestBus } from "../support/bus.ts";
import { startCrew } from "../support/crew.ts";
import { openTask, questionText } from "../support/freeing.ts";

let bus: TestBus;
afterEach(() => bus.stop());

test("An unsigned /decide on a shared login does not take the login's own answer against another's", async () => {
  bus = await startCrew({ ada: { login: "ada" }, pia: { login: "bob", with_person: true } });
  const maria = bus.as("maria");
  const write = async (login: string, issue: number, words: string): Promise<void> => {
    await bus.as(login).comment(issue, words);
    await bus.settled();
    bus.clock.advance(2_000);
  };
  const task = await openTask(bus.as("ada"));
  const question = await bus.as("ada").open("Q: Which store?", questionText(task), ["kind:question"]);
  await bus.settled();
  bus.clock.advance(2_000);
  await write("maria", question, "/answer SQLite.");
  await write("bob", question, "/answer PostgreSQL.");
  const escalation = question + 1;
  await write("bob", escalation, "/decide 2");
  expect(await maria.see(escalation)).toMatchObject({ state: "open" });
  const told = (await maria.comments(escalation)).map(({ body }) => body).join("\n");
  expect(told).toContain("decides what it wrote itself");

  await write("maria", escalation, "/decide 2");
  expect(await maria.see(escalation)).toMatchObject({ state: "closed" });
});
