/** Three agents at work: what reaches their mailboxes because of the App, by GitHub's own rules. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { startBus, type TestBus } from "../support/bus.ts";
import { isWanted, type Mailbox, mailbox } from "../support/notifications.ts";
import { numberOf, playStory, teamStory } from "../support/story.ts";

let bus: TestBus;
let mail: Mailbox;
beforeEach(async () => {
  bus = await startBus();
  mail = mailbox(bus.hub);
});
afterEach(() => bus.stop());

test("three agents at work get a mail for what they wait for and one for each issue of theirs, and nobody else gets any", async () => {
  const cast = await playStory(teamStory, bus.as, bus.settled);
  const sent = mail.sent();
  expect(sent.filter((each) => !isWanted(each))).toEqual([]);
  expect(sent.filter(({ by }) => by === "wake")).toEqual([
    { to: "alice", issue: numberOf(cast, "login"), by: "wake", because: "mentioned" },
    { to: "bob", issue: numberOf(cast, "page"), by: "wake", because: "mentioned" },
  ]);
  const statuses = sent.filter(({ by }) => by === "status").map(({ to, issue }) => `${to} ${issue}`);
  expect(new Set(statuses).size).toBe(statuses.length);
  expect(statuses).toHaveLength(cast.size);
  expect([...new Set(sent.map(({ to }) => to))].toSorted()).toEqual(["alice", "bob", "maria"]);
  await bus.sweep();
  expect(mail.sent()).toHaveLength(sent.length);
});
