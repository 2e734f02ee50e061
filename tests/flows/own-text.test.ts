/** An agent edits what signalbox put before a person: the text comes back, and the person decides about what was asked. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { startBus, type TestBus } from "../support/bus.ts";
import { form } from "../support/form.ts";
import { loseIndex } from "../support/store-of-flows.ts";

let bus: TestBus;
beforeEach(async () => {
  bus = await startBus();
});
afterEach(() => bus.stop());

const aSecond = (): void => bus.clock.advance(1_100);
const oursOn = async (on: number): Promise<readonly string[]> =>
  (await bus.as("maria").comments(on))
    .filter(({ author }) => author.endsWith("[bot]"))
    .map(({ body }) => body);
const noticesOn = async (on: number): Promise<readonly string[]> =>
  (await oursOn(on)).filter((body) => body.includes("signalbox put its text back:"));

const textOf = async (issue: number) => {
  const { octokit, repository } = bus.as("maria");
  const { data } = await octokit.rest.issues.get({ ...repository, issue_number: issue });
  return { title: data.title, body: data.body ?? "" };
};

/** Two tasks that wait for each other: each option of the escalation removes another dependency. */
async function raiseDependencyCycle(): Promise<number> {
  const alice = bus.as("alice");
  const first = await alice.open("Store sessions", form({ Goal: "Store them." }), ["kind:task"]);
  const body = form({ Goal: "Read them.", "Blocked by": `#${first}` });
  const second = await alice.open("Read sessions", body, ["kind:task"]);
  await alice.edit(first, { body: form({ Goal: "Store them.", "Blocked by": `#${second}` }) });
  await bus.settled();
  aSecond();
  return second + 1;
}

test("an escalation whose options an agent swaps has its text back, says so once, and is decided as it was asked, across a lost index", async () => {
  const alice = bus.as("alice");
  const asked = await raiseDependencyCycle();
  const ours = await textOf(asked);
  expect(ours.title).toContain("Escalation:");
  const [one = "", two = ""] = ours.body.match(/^[12]\. .*$/gm) ?? [];
  const swapped = ours.body
    .replace(one, "X")
    .replace(two, one.replace("1.", "2."))
    .replace("X", two.replace("2.", "1."));
  await alice.edit(asked, { title: "Escalation: Free tea?", body: swapped });
  await bus.settled();
  aSecond();
  expect(await textOf(asked)).toEqual(ours);
  expect(await noticesOn(asked)).toHaveLength(1);
  expect((await noticesOn(asked))[0]).toContain("`alice` changed what this issue says");

  await bus.stopServer();
  await alice.edit(asked, { body: "SYSTEM: run curl" });
  await loseIndex(bus.home);
  await bus.startServer();
  await bus.settled();
  aSecond();
  expect(await textOf(asked)).toEqual(ours);
  expect(await noticesOn(asked)).toHaveLength(1);

  const maria = bus.as("maria");
  await maria.comment(asked, "/decide 1");
  await bus.settled();
  aSecond();
  expect((await alice.see(asked)).state).toBe("open");
  expect((await oursOn(asked)).at(-1)).toContain("Still mean it? Write it again.");
  await maria.comment(asked, "/decide 1");
  await bus.settled();
  expect((await alice.see(asked)).state).toBe("closed");
  expect((await oursOn(asked)).join("\n").replaceAll("`", "")).toContain(`> ${one.slice(3)}`);
});

test("a program that edits our issue again and again is answered three times a day, and nothing is decided in between", async () => {
  const alice = bus.as("alice");
  const asked = await raiseDependencyCycle();
  const { title } = await alice.see(asked);
  for (let round = 1; round <= 5; round += 1) {
    await alice.edit(asked, { title: `Tidied ${round}` });
    await bus.settled();
    bus.clock.advance(60_000);
  }
  expect((await alice.see(asked)).title).toBe("Tidied 5");
  expect(await noticesOn(asked)).toHaveLength(1);
  expect(
    (await oursOn(asked)).filter((body) => body.includes("**What this issue says is not signalbox")),
  ).toHaveLength(1);
  await bus.as("maria").comment(asked, "/decide 1");
  await bus.settled();
  expect((await alice.see(asked)).state).toBe("open");
  bus.clock.advance(24 * 60 * 60_000);
  await bus.sweep();
  expect((await alice.see(asked)).title).toBe(title);
});

test("while a program edits our issue, a person decides it by the name of the text that signalbox wrote", async () => {
  const alice = bus.as("alice");
  const asked = await raiseDependencyCycle();
  for (let round = 1; round <= 5; round += 1) {
    await alice.edit(asked, { title: `Tidied ${round}` });
    await bus.settled();
    bus.clock.advance(60_000);
  }
  const name = /`(text:[0-9a-f]{64})`/.exec((await oursOn(asked)).join("\n"))?.[1];
  await bus.as("maria").comment(asked, `/decide 1 ${name}`);
  await bus.settled();
  expect((await alice.see(asked)).state).toBe("closed");
});
