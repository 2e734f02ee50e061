/** Provider and consumers agree on an interface before they build on it, and a breaking change reaches people. */
import { afterEach, describe, expect, test } from "vitest";
import { readContact } from "../../src/server/maintenance/data-folder.ts";
import { signalbox } from "../cli/terminal.ts";
import type { TestBus } from "../support/bus.ts";
import { type Crew, startCrew } from "../support/crew.ts";
import { inHubsFolder } from "../support/gh.ts";
import { contractBody, escalationsIn, openContract, openTask, ours } from "../support/votes-story.ts";

const crew: Crew = { ada: { login: "ada" }, bea: { login: "bea" }, cleo: { login: "cleo" } };
const hour = 60 * 60_000;
const agreed = { state: "closed", reason: "completed" };

let bus: TestBus;
afterEach(() => bus.stop());

const statusOn = async (issue: number): Promise<string> => (await ours(bus, issue))[0] ?? "";
const labelsOf = async (issue: number) => (await bus.as("alice").see(issue)).labels;

/** A task that an agent holds. */
async function heldBy(login: string, title: string): Promise<number> {
  const task = await openTask(bus.as("alice"), title);
  await bus.settled();
  await bus.as(login).comment(task, "/claim");
  await bus.settled();
  return task;
}

describe("the first version", () => {
  test("AG62 no task starts on it before its provider and the consumers that have holders agree", async () => {
    bus = await startCrew(crew);
    const ada = bus.as("ada");
    const bea = bus.as("bea");
    const alice = bus.as("alice");
    const api = await heldBy("ada", "Orders API");
    const shop = await heldBy("bea", "Shop");
    const contract = await openContract(alice, { Provider: `#${api}`, Consumers: `#${shop}` });
    await bus.settled();
    expect(await alice.blockers(api)).toEqual([contract]);
    expect(await labelsOf(shop)).toContain("status:blocked");
    expect(await statusOn(contract)).toContain(`Waiting for \`ada\` (#${api}), \`bea\` (#${shop})`);
    await ada.comment(contract, "/ack");
    await bus.settled();
    bus.clock.advance(5 * hour);
    await bus.settled();
    expect(await alice.see(contract)).toMatchObject({ state: "open" });
    await bea.comment(contract, "/ack");
    await bus.settled();
    expect(await alice.see(contract)).toMatchObject(agreed);
    expect(await statusOn(contract)).toMatch(/^\*\*In force:\*\* orders-api 1\.2\.0\. Its provider/);
    expect(await labelsOf(shop)).not.toContain("status:blocked");
    expect(await escalationsIn(bus)).toEqual([]);
    const contact = readContact(bus.home);
    const headers = { authorization: `Bearer ${contact?.token}` };
    const answer = await fetch(`${contact?.url}/control/rebuild`, { method: "POST", headers });
    expect(await answer.json()).toMatchObject({ differences: [] });
  });

  test("AG62 where no one holds a task, silence agrees after a time; a task that begins waits for it", async () => {
    bus = await startCrew(crew);
    const alice = bus.as("alice");
    const api = await openTask(alice, "Orders API");
    const shop = await openTask(alice, "Shop");
    const contract = await openContract(alice, { Provider: `#${api}`, Consumers: `#${shop}` });
    await bus.settled();
    await bus.as("ada").comment(api, "/claim");
    await bus.settled();
    expect(await labelsOf(api)).toContain("status:blocked");
    bus.clock.advance(3.9 * hour);
    await bus.settled();
    expect(await alice.see(contract)).toMatchObject({ state: "open" });
    bus.clock.advance(0.2 * hour);
    await bus.settled();
    expect(await alice.see(contract)).toMatchObject(agreed);
    expect(await labelsOf(api)).toContain("status:ready");
  });

  test("AG62 an objection keeps it open and asks a question between the parties; taken back, it is agreed", async () => {
    bus = await startCrew(crew);
    const ada = bus.as("ada");
    const bea = bus.as("bea");
    const alice = bus.as("alice");
    const api = await heldBy("ada", "Orders API");
    const shop = await heldBy("bea", "Shop");
    const contract = await openContract(alice, { Provider: `#${api}`, Consumers: `#${shop}` });
    await bus.settled();
    await ada.comment(contract, "/ack");
    await bea.comment(contract, "/object because an order needs a price");
    await bus.settled();
    expect(await statusOn(contract)).toMatch(
      /^\*\*Objected to\.\*\*[\s\S]*`bea` objects:\s+> an order needs a price/,
    );
    const { data: asked } = await alice.octokit.rest.issues.listForRepo({
      ...alice.repository,
      labels: "kind:question",
    });
    expect(asked.map(({ title }) => title)).toEqual(["Q: bea objects to orders-api 1.2.0"]);
    expect(asked[0]?.labels.map((label) => (typeof label === "string" ? label : label.name))).not.toContain(
      "needs-fix",
    );
    await bus.as("maria").comment(asked[0]?.number ?? 0, "/answer The price comes with the next version.");
    await bea.comment(contract, "/ack");
    await bus.settled();
    expect(await alice.see(contract)).toMatchObject(agreed);
    expect(await labelsOf(shop)).not.toContain("status:blocked");
    expect(await escalationsIn(bus)).toEqual([]);
  });

  test("AG62 an edit under the words asks for them again, and others than holders cannot agree", async () => {
    bus = await startCrew(crew);
    const ada = bus.as("ada");
    const cleo = bus.as("cleo");
    const alice = bus.as("alice");
    const api = await heldBy("ada", "Orders API");
    const contract = await openContract(alice, { Provider: `#${api}`, Consumers: `#${api}` });
    await bus.settled();
    await cleo.comment(contract, "/ack");
    await bus.settled();
    expect((await ours(bus, contract)).at(-1)).toContain("Only the holders of its tasks agree to it: `ada`.");
    await alice.edit(contract, {
      body: contractBody({
        Provider: `#${api}`,
        Consumers: `#${api}`,
        Version: "next",
        Definition: "Other.",
      }),
    });
    await bus.settled();
    expect(await labelsOf(contract)).toContain("needs-fix");
    await alice.edit(contract, { body: contractBody({ Provider: `#${api}`, Consumers: `#${api}` }) });
    bus.clock.advance(2_000);
    await ada.comment(contract, "/ack");
    await bus.settled();
    expect(await alice.see(contract)).toMatchObject({ state: "open" });
    expect((await ours(bus, contract)).at(-1)).toContain("`alice` changed the text");
    bus.clock.advance(2_000);
    await ada.comment(contract, "/ack");
    await bus.settled();
    expect(await alice.see(contract)).toMatchObject(agreed);
  });
});

test("AG62 AG63 edited after the agreement, it is not in force: tasks that have not begun wait until the text is restored", async () => {
  bus = await startCrew(crew);
  const alice = bus.as("alice");
  const api = await heldBy("ada", "Orders API");
  const shop = await openTask(alice, "Shop");
  const sections = { Provider: `#${api}`, Consumers: `#${shop}` };
  const contract = await openContract(alice, sections);
  await bus.settled();
  await bus.as("ada").comment(contract, "/ack");
  bus.clock.advance(4.1 * hour);
  await bus.settled();
  expect(await alice.see(contract)).toMatchObject(agreed);
  expect(await labelsOf(shop)).toContain("status:ready");
  await alice.edit(contract, { body: contractBody({ ...sections, Definition: "Another order." }) });
  await bus.settled();
  expect(await statusOn(contract)).toMatch(
    /^\*\*Edited since it was agreed to:\*\* orders-api 1\.2\.0 is not/,
  );
  expect(await labelsOf(shop)).toContain("status:blocked");
  expect(await statusOn(shop)).toContain("edited since it was agreed to");
  expect(await labelsOf(api)).toContain("status:in-progress");
  expect(await statusOn(api)).toContain("a blocker was reopened or edited after this was started");
  const { out } = await signalbox(["contracts"], inHubsFolder(bus));
  expect(out).toContain("orders-api 1.2.0  edited since it was agreed to");
  await alice.edit(contract, { body: contractBody(sections) });
  await bus.settled();
  expect(await statusOn(contract)).toMatch(/^\*\*In force:\*\* orders-api 1\.2\.0/);
  expect(await labelsOf(shop)).toContain("status:ready");
});

describe("a change", () => {
  /** Version 1.2.0, agreed by ada, who provides it, and bea, who uses it; and a task of a consumer not started yet. */
  async function inForce() {
    bus = await startCrew(crew);
    const alice = bus.as("alice");
    const api = await heldBy("ada", "Orders API");
    const shop = await heldBy("bea", "Shop");
    const first = await openContract(alice, { Provider: `#${api}`, Consumers: `#${shop}` });
    await bus.settled();
    for (const login of ["ada", "bea"]) await bus.as(login).comment(first, "/ack");
    await bus.settled();
    const later = await openTask(alice, "Reports");
    await bus.settled();
    return { alice, api, shop, first, later };
  }
  const change = (api: number, shop: number, later: number, first: number, more = {}) => ({
    Provider: `#${api}`,
    Consumers: `#${shop}, #${later}`,
    Replaces: `#${first}`,
    ...more,
  });

  test("AG62 AG63 compatible, it comes into force by agreement; nobody is stopped, and the old version says what replaced it", async () => {
    const { alice, api, shop, first, later } = await inForce();
    const second = await openContract(alice, change(api, shop, later, first, { Version: "1.3.0" }));
    await bus.settled();
    expect(await labelsOf(shop)).toContain("status:in-progress");
    expect(await labelsOf(later)).toContain("status:blocked");
    for (const login of ["ada", "bea"]) await bus.as(login).comment(second, "/ack");
    bus.clock.advance(4.1 * hour);
    await bus.settled();
    expect(await alice.see(second)).toMatchObject(agreed);
    expect(await statusOn(first)).toContain(`orders-api 1.2.0 is no longer in force. Build on #${second}.`);
    expect(await labelsOf(later)).toContain("status:ready");
    expect(await escalationsIn(bus)).toEqual([]);
  });

  test("AG62 AG63 by its version breaking, it goes to a person after all have spoken; started work is warned, other work waits", async () => {
    const { alice, api, shop, first, later } = await inForce();
    const second = await openContract(alice, change(api, shop, later, first, { Version: "2.0.0" }));
    await bus.settled();
    for (const login of ["ada", "bea"]) await bus.as(login).comment(second, "/ack");
    await bus.settled();
    expect(await escalationsIn(bus)).toEqual([]);
    bus.clock.advance(4.1 * hour);
    await bus.settled();
    const [raised, ...others] = await escalationsIn(bus);
    expect([raised?.title, others]).toEqual(["Escalation: Change orders-api 2.0.0 in a breaking way?", []]);
    expect(raised?.body).toContain(`#${later} Reports cannot continue.`);
    expect(await alice.see(second)).toMatchObject({ state: "open" });
    expect(await labelsOf(shop)).toContain("status:in-progress");
    expect(await labelsOf(later)).toContain("status:blocked");
    await bus.as("maria").comment(raised?.number ?? 0, "/decide 1 because the shop is ready for it");
    await bus.settled();
    expect(await alice.see(second)).toMatchObject(agreed);
    expect(await statusOn(second)).toMatch(/^\*\*In force:\*\* orders-api 2\.0\.0, decided by `maria`\./);
    expect(await labelsOf(later)).toContain("status:ready");
    expect(await labelsOf(shop)).toContain("status:in-progress");
  });

  test("AG62 a consumer says that it is breaking, and an edit of the text does not take that away; declined, the old version stays", async () => {
    const { alice, api, shop, first, later } = await inForce();
    const second = await openContract(alice, change(api, shop, later, first, { Version: "1.3.0" }));
    await bus.settled();
    await bus.as("bea").comment(second, "/object breaking because the shop reads the old field");
    await bus.settled();
    const text = contractBody(change(api, shop, later, first, { Version: "1.3.1" }));
    await alice.edit(second, { body: text });
    bus.clock.advance(2_000);
    for (let time = 0; time < 2; time++) {
      // The first one may be about the earlier text.
      await bus.as("ada").comment(second, "/ack");
      await bus.settled();
      bus.clock.advance(2_000);
    }
    bus.clock.advance(4.1 * hour);
    await bus.settled();
    const [raised] = await escalationsIn(bus);
    expect(raised?.body).toContain("`bea` objects that it breaks what they build");
    await bus.as("maria").comment(raised?.number ?? 0, "/decide 2");
    await bus.settled();
    expect(await alice.see(second)).toMatchObject({ state: "closed", reason: "not_planned" });
    expect(await statusOn(first)).toMatch(/^\*\*In force:\*\* orders-api 1\.2\.0/);
    expect(await labelsOf(later)).toContain("status:ready");
    expect(await escalationsIn(bus)).toEqual([]);
  });

  test("AG62 a version that does not follow, another name, and an unnamed earlier one are told to the author, and nothing is agreed", async () => {
    const { alice, api, shop, first, later } = await inForce();
    const replaced = change(api, shop, later, first);
    const older = await openContract(alice, { ...replaced, Version: "1.1.0" });
    const other = await openContract(alice, { ...replaced, Version: "1.3.0", Interface: "billing" });
    const silent = await openContract(alice, {
      Provider: `#${api}`,
      Consumers: `#${shop}`,
      Version: "3.0.0",
    });
    await bus.settled();
    expect(await statusOn(older)).toContain("The version that it replaces is 1.2.0.");
    expect(await statusOn(other)).toContain(`\`#${first}\` is about another interface.`);
    expect(await statusOn(silent)).toContain(`\`#${first}\` is in force for this interface.`);
    for (const contract of [older, other, silent]) await bus.as("ada").comment(contract, "/ack");
    for (const contract of [older, other, silent]) await bus.as("bea").comment(contract, "/ack");
    bus.clock.advance(5 * hour);
    await bus.settled();
    for (const contract of [older, other, silent])
      expect(await alice.see(contract)).toMatchObject({
        state: "open",
        labels: expect.arrayContaining(["needs-fix"]),
      });
  });
});
