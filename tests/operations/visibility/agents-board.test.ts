/** Which repositories an agent's name shows, by what the settings of each say. */
import { expect, test } from "vitest";
import { noBoard } from "../../../src/cli/answering/no-board.ts";
import type { Board } from "../../../src/operations/ports.ts";
import { boardInNameOf } from "../../../src/operations/visibility/agents-board.ts";
import type { Agent } from "../../../src/protocol/settings/agents/roster.ts";

const agent = (name: string, account: string): Agent => ({
  name,
  account,
  keys: [],
  withPerson: false,
  role: undefined,
  can: undefined,
  parallel: undefined,
  start: undefined,
  profile: undefined,
});

/** By repository of acme, the accounts of its agents by name. */
function boardWith(rosters: Readonly<Record<string, Readonly<Record<string, string>>>>): Board {
  const all = Object.keys(rosters).map((repo) => ({ id: `R_${repo}`, owner: "acme", repo }));
  return {
    ...noBoard,
    repositories: async () => all,
    agents: async (id) =>
      Object.entries(rosters[id.slice(2)] ?? {}).map(([name, account]) => agent(name, account)),
  };
}

const shown = async (
  rosters: Readonly<Record<string, Readonly<Record<string, string>>>>,
  name: string,
  here?: string,
): Promise<readonly string[]> => {
  const place = here === undefined ? undefined : { owner: "acme", repo: here };
  const board = await boardInNameOf(boardWith(rosters), name, place);
  return (await board.repositories()).map(({ repo }) => repo);
};

test.each([
  [
    "those that name it",
    { a: { ada: "U1" }, b: { bea: "U2" }, c: { ada: "U1", bea: "U2" } },
    undefined,
    ["a", "c"],
  ],
  ["none that names nobody, once one names it", { a: { ada: "U1" }, b: {} }, undefined, ["a"]],
  ["those that name nobody, while none names it", { a: { bea: "U2" }, b: {}, c: {} }, undefined, ["b", "c"]],
  [
    "those of the account that it has here",
    { a: { ada: "U1" }, b: { ada: "U2" }, c: { ada: "U1" } },
    "a",
    ["a", "c"],
  ],
  ["those of the other account there", { a: { ada: "U1" }, b: { ada: "U2" } }, "B", ["b"]],
  ["those that name it, where the place does not", { a: { ada: "U1" }, b: { bea: "U2" } }, "b", ["a"]],
  ["all, where all name it", { a: { ada: "U1" }, b: { ada: "U1" } }, undefined, ["a", "b"]],
] as const)("an agent's name shows %s", async (_, rosters, here, expected) => {
  expect(await shown(rosters, "Ada", here)).toEqual(expected);
});

test("a name that the settings of no repository have is refused", async () => {
  await expect(shown({ a: { bea: "U2" } }, "ada")).rejects.toThrow(
    "The settings of acme/a name no agent ada, but bea.",
  );
  await expect(shown({ a: { bea: "U2" }, b: { cleo: "U3" } }, "ada")).rejects.toThrow(
    "The settings name no agent ada, but bea, cleo.",
  );
  await expect(shown({ a: { bea: "U2" }, b: { cleo: "U3" } }, "ada", "B")).rejects.toThrow(
    "The settings of acme/b name no agent ada, but cleo.",
  );
  await expect(shown({ a: { bea: "U2" } }, "Ada Lovelace")).rejects.toThrow("must be an agent's name");
});

test("where nothing is hidden the board is the owner's own", async () => {
  const board = boardWith({ a: { ada: "U1" } });
  expect(await boardInNameOf(board, "ada", undefined)).toBe(board);
});
