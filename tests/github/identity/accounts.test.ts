/** Exact requests for accounts by their ids. */
import { expect, test } from "vitest";
import { z } from "zod";
import type { Actor } from "../../../src/engine/model/fact.ts";
import { createAccounts } from "../../../src/github/identity/accounts.ts";
import { interceptRequests } from "../interceptor.ts";
import { graphql, installationId, tokens, world } from "../world.ts";

interceptRequests();

const repository = {
  id: "R_demo",
  owner: "acme",
  name: "demo",
  installationId,
  isPrivate: false,
  isArchived: false,
};
const node = (__typename: string, login: string) => ({ __typename, id: `U_${login}`, login });

const loginOf = (seen: Actor | "none" | undefined): string | undefined =>
  seen === "none" ? seen : seen?.login;

test("accounts are read together, kept for ten minutes, and asked for again if GitHub did not show them", async () => {
  const { client, clock } = world();
  const accountsOf = createAccounts(client, clock);
  tokens();
  graphql(({ variables }) => {
    expect(variables).toEqual({ ids: ["U_alice", "U_cleo", "U_gone", "O_team"] });
    const nodes = [node("User", "alice"), node("Bot", "cleo"), null, { __typename: "Team", id: "O_team" }];
    return { data: { nodes }, errors: [{ type: "NOT_FOUND", path: ["nodes", 2], message: "No such node" }] };
  });
  const found = await accountsOf(repository, ["U_alice", "U_cleo", "U_gone", "O_team"]);
  expect([...found.values()]).toEqual([
    { id: "U_alice", login: "alice", type: "User" },
    { id: "U_cleo", login: "cleo[bot]", type: "Bot" },
    "none",
    "none",
  ]);
  graphql(({ variables }) => {
    expect(variables).toEqual({ ids: ["U_gone"] });
    return { data: { nodes: [node("User", "gone")] } };
  });
  expect([...(await accountsOf(repository, ["U_alice", "U_gone"])).keys()]).toEqual(["U_alice", "U_gone"]);
  expect(loginOf((await accountsOf(repository, ["U_alice"])).get("U_alice"))).toBe("alice");
  clock.jump(10 * 60_000);
  graphql(() => ({ data: { nodes: [{ ...node("User", "alice"), login: "alice-2" }] } }));
  expect(loginOf((await accountsOf(repository, ["U_alice"])).get("U_alice"))).toBe("alice-2");
});

test("an account that GitHub failed to read is not taken for one that does not exist", async () => {
  const { client, clock } = world();
  const accountsOf = createAccounts(client, clock);
  tokens();
  graphql(() => ({
    data: { nodes: [null, null] },
    errors: [
      { path: ["nodes", 0], message: "Something went wrong" },
      { type: "NOT_FOUND", path: ["nodes", 1], message: "No such node" },
    ],
  }));
  expect([...(await accountsOf(repository, ["U_slow", "U_typo"]))]).toEqual([["U_typo", "none"]]);
});

test("accounts that will be needed soon come with a request that is made anyway, and cause none", async () => {
  const { client, clock } = world();
  const accountsOf = createAccounts(client, clock);
  tokens();
  graphql(({ variables }) => {
    expect(variables).toEqual({ ids: ["U_alice", "U_bob", "U_gone"] });
    const nodes = [node("User", "alice"), node("User", "bob"), null];
    return { data: { nodes }, errors: [{ type: "NOT_FOUND", path: ["nodes", 2], message: "No such node" }] };
  });
  const roster = ["U_alice", "U_bob", "U_gone"];
  expect([...(await accountsOf(repository, ["U_alice"], roster)).keys()]).toEqual(["U_alice"]);
  expect(loginOf((await accountsOf(repository, ["U_bob"], roster)).get("U_bob"))).toBe("bob");
});

test("a long roster makes the request no larger than a hundred accounts", async () => {
  const { client, clock } = world();
  const accountsOf = createAccounts(client, clock);
  tokens();
  const roster = Array.from({ length: 150 }, (_, n) => `U_${n}`);
  graphql(({ variables }) => {
    const { ids } = z.object({ ids: z.array(z.string()) }).parse(variables);
    expect(ids).toEqual(["U_149", ...roster.slice(0, 99)]);
    return { data: { nodes: ids.map((id) => node("User", id.slice(2))) } };
  });
  await accountsOf(repository, ["U_149"], roster);
});
