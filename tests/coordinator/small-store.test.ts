/** A store of a dozen pages, where one record always scores far above the others. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { coordinatorDesk } from "./desk.ts";

const folder = join(import.meta.dirname, "../fixtures/answers/parcels");
const files = Object.fromEntries(
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".md"))
    .map((path) => [path, readFileSync(join(folder, path), "utf8")]),
);

async function considered(title: string) {
  const desk = coordinatorDesk();
  desk.push(files);
  const id = desk.ask(40, title, { context: "Somebody has to know." });
  await desk.pass();
  return desk.proposal(id);
}

test.each(["Which colour does the button on the tracking page have?", "How are invoices paged on paper?"])(
  "J03 the closest record of a small store is not an answer if it only shares a word: %s",
  async (title) => {
    const proposal = await considered(title);
    expect(proposal?.proposed).not.toMatchObject({ type: "answer", isCertain: true });
    expect(proposal?.gates.find(({ gate }) => gate === "evidence")?.passes).toBe(false);
  },
);

test.each([
  ["What identifies a parcel?", "0002-name-parcels-with-ulids"],
  ["How often does the notifier retry a failed notification?", "0003-retry-notifications-five-times"],
  ["Where are scans stored?", "0001-store-scans-in-postgresql"],
])(
  "J02 the record of a small store that is about the question is quoted first: %s",
  async (title, record) => {
    const proposed = (await considered(title))?.proposed;
    const quotes = proposed?.type === "answer" ? proposed.quotes : [];
    expect(quotes[0]?.citation).toContain(record);
  },
);
