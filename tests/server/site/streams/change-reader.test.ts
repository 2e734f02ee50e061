/** What many readers of changes cost the index. */
import { expect, test } from "vitest";
import { type ChangePlace, commonPart } from "../../../../src/operations/changes/change-board.ts";
import { wholeVersion } from "../../../../src/operations/changes/change-place.ts";
import type { Board } from "../../../../src/operations/ports.ts";
import { createChangeReader } from "../../../../src/server/site/streams/change-reader.ts";
import { card, memoryBoard } from "../../../operations/board.ts";

const served = ["demo", "vault"].map((repo) => ({ id: `R_${repo}`, owner: "acme", repo }));
const whole = { version: 3, row: wholeVersion };
const place: ChangePlace = {
  epoch: "c000000",
  parts: new Map([[commonPart, { cards: whole, gone: whole, line: 0 }]]),
};
const query = { after: undefined, repository: undefined, limit: 9 };

function countingBoard(): { readonly board: Board; readonly count: () => number } {
  const board = memoryBoard([card(1)], [], served);
  let count = 0;
  const changes: Board["changes"] = async (asked) => {
    count += 1;
    return { ...(await board.changes(asked)), place };
  };
  return { board: { ...board, changes }, count: () => count };
}

test("two hundred readers of the same repositories share one read, and send the same bytes", async () => {
  const { board, count } = countingBoard();
  const changeReader = createChangeReader(board);
  const pages = await Promise.all(
    Array.from({ length: 200 }, () => changeReader.page(3, new Set(["R_demo"]), query)),
  );
  expect([count(), new Set(pages.map(({ event }) => event)).size]).toEqual([1, 1]);
});

test("other repositories, another place, another filter and another version are read apart", async () => {
  const { board, count } = countingBoard();
  const changeReader = createChangeReader(board);
  const sight = new Set(["R_demo"]);
  await changeReader.page(3, sight, query);
  await changeReader.page(3, new Set(["R_demo", "R_vault"]), query);
  await changeReader.page(3, undefined, query);
  await changeReader.page(3, sight, { ...query, after: place });
  await changeReader.page(3, sight, { ...query, repository: { owner: "acme", repo: "demo" } });
  await changeReader.page(3, sight, { ...query, limit: 8 });
  expect(count()).toBe(6);
  await changeReader.page(4, sight, query);
  expect(count()).toBe(7);
});

test("IF24 readers of different repositories never share what they are told", async () => {
  const { board } = countingBoard();
  const changeReader = createChangeReader(board);
  const [some, none] = await Promise.all([
    changeReader.page(3, new Set(["R_demo"]), query),
    changeReader.page(3, new Set(["R_vault"]), query),
  ]);
  expect([some.event === undefined, none.event]).toEqual([false, undefined]);
});
