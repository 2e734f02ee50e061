/** Who is asked about a contract: work that rests on earlier versions, and agents that share an account. */
import { afterEach, expect, test } from "vitest";
import { signalbox } from "../cli/terminal.ts";
import type { TestBus } from "../support/bus.ts";
import { type Crew, startCrew } from "../support/crew.ts";
import { inHubsFolder } from "../support/gh.ts";
import { escalationsIn, openContract, openTask, ours } from "../support/votes-story.ts";

const agreed = { state: "closed", reason: "completed" };

let bus: TestBus;
afterEach(() => bus.stop());

const statusOn = async (issue: number): Promise<string> => (await ours(bus, issue))[0] ?? "";

async function heldBy(login: string, title: string, command = "/claim"): Promise<number> {
  const task = await openTask(bus.as("alice"), title);
  await bus.settled();
  await bus.as(login).comment(task, command);
  await bus.settled();
  return task;
}

test("AG62 AG63 those who hold work that rests on an earlier version are asked about the next ones, though these do not name it", async () => {
  const crew: Crew = { ada: { login: "ada" }, bea: { login: "bea" }, cleo: { login: "cleo" } };
  bus = await startCrew(crew);
  const alice = bus.as("alice");
  const api = await heldBy("ada", "Orders API");
  const shop = await heldBy("bea", "Shop");
  const reports = await openTask(alice, "Reports");
  const agree = async (contract: number, logins: readonly string[]) => {
    for (const login of logins) await bus.as(login).comment(contract, "/ack");
    await bus.settled();
  };
  const first = await openContract(alice, { Provider: `#${api}`, Consumers: `#${shop}, #${reports}` });
  await bus.settled();
  await agree(first, ["ada", "bea"]);
  bus.clock.advance(4.1 * 60 * 60_000);
  await bus.settled();
  expect(await alice.see(first)).toMatchObject(agreed);
  const next = (Version: string, Replaces: string) =>
    openContract(alice, { Provider: `#${api}`, Consumers: `#${api}`, Version, Replaces });
  const second = await next("1.3.0", `#${first}`);
  await bus.settled();
  expect(await statusOn(second)).toContain(`Waiting for \`ada\` (#${api}), \`bea\` (#${shop})`);
  await agree(second, ["ada", "bea"]);
  expect(await alice.see(second)).toMatchObject(agreed);
  const third = await next("1.4.0", `#${second}`);
  await bus.settled();
  await bus.as("cleo").comment(reports, "/claim");
  await bus.settled();
  expect(await statusOn(third)).toContain(`\`bea\` (#${shop}), \`cleo\` (#${reports})`);
  const { out: inbox } = await signalbox(["inbox", "--agent", "cleo"], inHubsFolder(bus));
  expect(inbox).toContain("Agree or object to it: Contract: orders-api");
  await agree(third, ["ada", "bea"]);
  expect(await alice.see(third)).toMatchObject({ state: "open" });
  await agree(third, ["cleo"]);
  expect(await alice.see(third)).toMatchObject(agreed);
  const { out } = await signalbox(["brief", String(reports)], inHubsFolder(bus));
  expect(out).toContain("orders-api 1.4.0 (types)");
  expect(out).not.toContain("orders-api 1.2.0 (types)");
});

test("AG62 agents of one login are one voice, which is not their author's: a person agrees, and decides what one called breaking", async () => {
  bus = await startCrew({ ada: { login: "bot" }, bea: { login: "bot" } });
  const alice = bus.as("alice");
  const maria = bus.as("maria");
  const bot = bus.as("bot");
  const api = await heldBy("bot", "Orders API", "/claim as ada");
  const shop = await heldBy("bot", "Shop", "/claim as bea");
  const contract = await openContract(bot, { Provider: `#${api}`, Consumers: `#${shop}` });
  await bus.settled();
  await bot.comment(contract, "/object breaking because the shop reads the old field");
  await bot.comment(contract, "/ack");
  await bus.settled();
  expect(await alice.see(contract)).toMatchObject({ state: "open" });
  expect(await statusOn(contract)).toContain("`bot` objects: the change is breaking");
  expect(await statusOn(contract)).toMatch(
    new RegExp(`\`bea\` writes with the login that wrote this contract.* A person agrees for #${shop}`),
  );
  await maria.comment(contract, "/ack");
  await bus.settled();
  const [raised] = await escalationsIn(bus);
  expect(raised?.title).toBe("Escalation: Change orders-api 1.2.0 in a breaking way?");
  await maria.comment(raised?.number ?? 0, "/decide 1 because the shop is ready for it");
  await bus.settled();
  expect(await alice.see(contract)).toMatchObject(agreed);
});
