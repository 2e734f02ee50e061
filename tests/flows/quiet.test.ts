/** Tests three agents at work: which mails they get because of the App, by GitHub's own rules. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { startBus, type TestBus } from "../support/bus.ts";
import { openQuestion, openTask } from "../support/freeing.ts";
import { isWanted, type Mailbox, mailbox } from "../support/notifications.ts";
import { numberOf, playStory, teamStory } from "../support/story.ts";

let bus: TestBus;
let mail: Mailbox;
beforeEach(async () => {
  bus = await startBus();
  mail = mailbox(bus.hub);
});
afterEach(() => bus.stop());

test("S3.90 three agents at work get mail for what they wait for and nothing else, and no one else gets any", async () => {
  const cast = await playStory(teamStory, bus.as, bus.settled);
  const sent = mail.sent();
  expect(sent.filter((each) => !isWanted(each))).toEqual([]);
  const login = numberOf(cast, "login");
  const page = numberOf(cast, "page");
  const token = numberOf(cast, "token");
  const name = numberOf(cast, "name");
  expect(sent.filter(({ by }) => by === "wake")).toEqual([
    { to: "alice", issue: login, by: "wake", because: "mentioned" },
    { to: "bob", issue: page, by: "wake", because: "mentioned" },
  ]);
  const answered = { by: "status", says: "Answered" };
  expect(sent.filter(({ by }) => by === "status")).toEqual([
    { ...answered, to: "maria", issue: name, because: "took part" },
    { ...answered, to: "bob", issue: name, because: "author" },
    { ...answered, to: "bob", issue: token, because: "took part" },
    { ...answered, to: "alice", issue: token, because: "author" },
  ]);
  expect([...new Set(sent.map(({ to }) => to))].toSorted()).toEqual(["alice", "bob", "maria"]);
  await bus.sweep();
  expect(mail.sent()).toHaveLength(sent.length);
});

test("an open question gets its first comment when someone removes the relation that its text names, and not before", async () => {
  const alice = bus.as("alice");
  const task = await openTask(alice);
  const question = await openQuestion(alice, task);
  await bus.settled();
  expect(mail.sent()).toEqual([]);
  await bus.as("bob").unblock(task, question);
  await bus.settled();
  expect(
    mail
      .sent()
      .map(({ to, issue, by }) => `${to} ${issue} ${by}`)
      .toSorted(),
  ).toEqual([`alice ${question} status`, `alice ${task} wake`].toSorted());
  const [status] = await alice.comments(question);
  expect(status?.body).toContain(`The body mentions #${task}, but that dependency was removed`);
});
