/**
 * Tests who is asked to decide an escalation, one after the other, and when no one is: days pass while the
 * server runs or is stopped.
 */
import { afterEach, expect, test } from "vitest";
import { startBus, type TestBus } from "../support/bus.ts";
import { form } from "../support/form.ts";

const hour = 3_600_000;
let bus: TestBus;
afterEach(() => bus.stop());

const idOf = async (username: string): Promise<string> =>
  (await bus.as("maria").octokit.rest.users.getByUsername({ username })).data.node_id;

async function settings(text: string): Promise<void> {
  const { octokit, repository } = bus.as("maria");
  await octokit.rest.repos.createOrUpdateFileContents({
    ...repository,
    path: ".github/signalbox.yml",
    message: "Say whom to ask",
    content: Buffer.from(text).toString("base64"),
  });
  await bus.settled();
}

async function escalate(): Promise<number> {
  const alice = bus.as("alice");
  const task = await alice.open("Store sessions", form({ Goal: "Store them." }), ["kind:task"]);
  const raised = await alice.open(
    "Escalation: Redis?",
    form({
      Regarding: `#${task}`,
      Urgency: "important",
      Context: "Two tasks wait.",
      Question: "May we depend on Redis?",
      Options: "1. SQLite.\n2. Redis.",
      "Impact of delay": "Both stop.",
    }),
    ["kind:escalation"],
  );
  await bus.settled();
  return raised;
}

/** While no server runs, because its tokens last an hour by the machine's clock. */
async function passed(ms: number): Promise<void> {
  await bus.stopServer();
  bus.clock.advance(ms);
  await bus.startServer();
}

const assigned = async (issue: number): Promise<readonly string[]> => {
  const { octokit, repository } = bus.as("maria");
  const { data } = await octokit.rest.issues.get({ ...repository, issue_number: issue });
  return (data.assignees ?? []).map(({ login }) => login);
};
/** The logins that each reminder mentions, oldest first. */
const reminders = async (issue: number): Promise<readonly string[]> =>
  (await bus.as("maria").comments(issue)).flatMap(
    ({ body }) => /^(@.*), .* needs your decision/.exec(body)?.[1] ?? [],
  );

test("N15 people are asked one after the other: the next is assigned and reminded alone once the first did not react to a reminder", async () => {
  bus = await startBus();
  const ids = [await idOf("maria"), await idOf("bob")];
  await settings(`escalations: {assignees: [${ids.join(", ")}], remind: [4h, 1d]}\n`);
  const raised = await escalate();
  expect([await assigned(raised), await reminders(raised)]).toEqual([["maria"], []]);
  await passed(4 * hour + 60_000);
  expect([await assigned(raised), await reminders(raised)]).toEqual([["maria"], ["@maria"]]);
  await passed(20 * hour);
  expect([await assigned(raised), await reminders(raised)]).toEqual([["maria"], ["@maria", "@maria"]]);
  await passed(4 * hour);
  expect((await assigned(raised)).toSorted()).toEqual(["bob", "maria"]);
  expect(await reminders(raised)).toEqual(["@maria", "@maria"]);
  await passed(4 * hour);
  expect(await reminders(raised)).toEqual(["@maria", "@maria", "@bob"]);
  await passed(90 * hour);
  expect(await reminders(raised)).toEqual(["@maria", "@maria", "@bob", "@bob"]);
  await passed(900 * hour);
  expect((await reminders(raised)).length).toBe(4);
  await bus.as("bob").comment(raised, "/decide 1 because it is enough");
  await bus.settled();
  expect((await bus.as("bob").see(raised)).state).toBe("closed");
});

test("N15 no one is reminded or newly asked outside of escalations.hours, and once when they begin", async () => {
  bus = await startBus();
  const ids = [await idOf("maria"), await idOf("bob")];
  const now = new Date(bus.clock.now());
  // Two hours of the day, neither now nor soon.
  const from = (now.getUTCHours() + 12) % 22;
  const to = from + 2;
  const clock = (hours: number): string => `${String(hours).padStart(2, "0")}:00`;
  const days = "[mon, tue, wed, thu, fri, sat, sun]";
  const hours = `{time_zone: UTC, days: ${days}, from: "${clock(from)}", to: "${clock(to)}"}`;
  await settings(`escalations: {assignees: [${ids.join(", ")}], remind: [1h, 2h], hours: ${hours}}\n`);
  const raised = await escalate();
  const opened = bus.clock.now();
  const opens = nextAt(opened + 2 * hour + 30 * 60_000, from);
  await passed(opens - bus.clock.now() - 10 * 60_000);
  expect(await reminders(raised)).toEqual([]);
  await passed(11 * 60_000);
  expect([await assigned(raised), await reminders(raised)]).toEqual([["maria"], ["@maria"]]);
  await passed(hour);
  expect((await assigned(raised)).toSorted()).toEqual(["bob", "maria"]);
  expect(await reminders(raised)).toEqual(["@maria"]);
  await passed(4 * hour);
  expect(await reminders(raised)).toEqual(["@maria"]);
  await passed(19 * hour);
  expect(await reminders(raised)).toEqual(["@maria", "@bob"]);
});

/** The next moment at this hour of the day, in UTC. */
function nextAt(after: number, hourOfDay: number): number {
  const day = new Date(after);
  day.setUTCHours(hourOfDay, 0, 0, 0);
  return day.getTime() > after ? day.getTime() : day.getTime() + 24 * hour;
}
