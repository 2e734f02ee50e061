/** On a login that agents write with, no comment decides between an answer of that login and another one. */
import { afterEach, expect, test } from "vitest";
import { startBus, type TestBus } from "../support/bus.ts";
import { nameCrew, seedWith, startCrew } from "../support/crew.ts";
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

test("Who renamed a question answers it once the settings show that they are a person, and an agent does not", async () => {
  const crew = { ada: { login: "ada" }, pia: { login: "bob" } };
  bus = await startBus({ seed: seedWith(crew) });
  const maria = bus.as("maria");
  const settle = async (): Promise<void> => {
    await bus.settled();
    bus.clock.advance(2_000);
  };
  const task = await openTask(bus.as("ada"));
  const question = await bus.as("ada").open("Q: Which stor?", questionText(task), ["kind:question"]);
  await settle();
  const rename = (login: string, title: string) => {
    const { octokit, repository } = bus.as(login);
    return octokit.rest.issues.update({ ...repository, issue_number: question, title });
  };
  const answer = async (login: string): Promise<string> => {
    await bus.as(login).comment(question, "/answer SQLite.");
    await settle();
    return (await maria.comments(question)).map(({ body }) => body).join("\n");
  };
  await rename("maria", "Q: Which store?");
  await settle();
  expect(await answer("maria")).toContain("an admin names the agents in the settings");
  expect(await maria.see(question)).toMatchObject({ state: "open" });

  await nameCrew(bus, crew);
  await settle();
  await rename("bob", "Q: Which store, then?");
  await settle();
  expect(await answer("bob")).toContain("bob changed this question");
  expect(await maria.see(question)).toMatchObject({ state: "open" });
  await rename("maria", "Q: Which store?");
  await settle();
  await answer("maria");
  expect(await maria.see(question)).toMatchObject({ state: "closed" });
});
