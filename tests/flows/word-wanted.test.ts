/** What a brief says of the votes and contracts that wait for its reader. */
import { afterEach, expect, test } from "vitest";
import { signalbox } from "../cli/terminal.ts";
import type { TestBus } from "../support/bus.ts";
import { startCrew } from "../support/crew.ts";
import { openContract, openTask, openVote } from "../support/votes-story.ts";

let bus: TestBus;
afterEach(() => bus.stop());

const briefOf = async (task: number, agent: string, ...flags: readonly string[]): Promise<string> => {
  const words = ["brief", String(task), "--agent", agent, ...flags];
  return (await signalbox(words, { SIGNALBOX_HOME: bus.home })).out;
};

test("AG60 AG62 a brief names what waits for its reader's word, with the command, until it is said", async () => {
  bus = await startCrew({ ada: { login: "ada" }, bea: { login: "bea" } });
  const alice = bus.as("alice");
  const ada = bus.as("ada");
  const api = await openTask(alice, "Orders API");
  const shop = await openTask(alice, "Shop");
  await bus.settled();
  await ada.comment(api, "/claim");
  await bus.settled();
  const vote = await openVote(alice, { Voters: "ada, bea" }, "Which `store`\u202e?");
  const contract = await openContract(alice, { Provider: `#${api}`, Consumers: `#${shop}` });
  await bus.settled();

  const page = await briefOf(shop, "ada");
  const [, section = ""] = /\n## Waiting for you\n\n(.*?)\n\n/s.exec(page) ?? [];
  expect(section.split("\n")).toEqual([
    `- acme/demo#${vote} \`\`Your vote is wanted: Vote: Which \`store\`?\`\``,
    `  Answer: \`signalbox vote acme/demo#${vote} <option> --because "<why>"\` (options: \`signalbox show acme/demo#${vote}\`)`,
    `- acme/demo#${contract} \`Agree or object to it: Contract: orders-api\``,
    `  Answer: \`signalbox ack acme/demo#${contract}\` or \`signalbox object acme/demo#${contract} "<why>"\``,
  ]);
  expect(page).not.toContain("\u202e");
  expect(JSON.parse(await briefOf(shop, "ada", "--json")).wanted).toMatchObject([
    { kind: "vote", name: `acme/demo#${vote}` },
    { kind: "contract", name: `acme/demo#${contract}` },
  ]);
  expect(await briefOf(shop, "bea")).toContain(`acme/demo#${vote}`);
  expect(await briefOf(shop, "bea")).not.toContain(`signalbox ack acme/demo#${contract}`);

  await ada.comment(vote, "/vote 1");
  await ada.comment(contract, "/ack");
  await bus.settled();
  expect(await briefOf(api, "ada")).not.toContain("Waiting for you");
});
