/**
 * Node ids of one account in GitHub's two formats. The pairs are GitHub's own: the documentation of node ids names them, and
 * `GET /users/octocat` shows number and id (https://docs.github.com/en/graphql/guides/migrating-graphql-global-node-ids).
 */
import { describe, expect, test } from "vitest";
import {
  databaseKeyOf,
  isSameAccount,
  mayBeSameAccount,
} from "../../../../src/protocol/settings/agents/account-key.ts";

test.each([
  ["MDQ6VXNlcjU4MzIzMQ==", "User 583231"],
  ["U_kgDOAAjmPw", "User 583231"],
  ["MDM6Qm90NDE4OTgyODI=", "Bot 41898282"],
  ["BOT_kgDOAn9RKg", "Bot 41898282"],
  ["U_kgAB", "User 1"],
  ["U_kgDNAQA", "User 256"],
])("%s is %s", (id, key) => {
  expect(databaseKeyOf(id)).toBe(key);
});

describe("what tells no number", () => {
  test.each(["U_alice", "alice", "MDQ6", "MDQ6VXNlcg==", "U_kgDOAAjm", "X_kgDOAAjmPw", ""])("%j", (id) => {
    expect(databaseKeyOf(id)).toBeUndefined();
    expect(isSameAccount(id, id)).toBe(true);
  });
});

test("one account is the same in both formats, and another type or number is another one", () => {
  expect(isSameAccount("MDQ6VXNlcjU4MzIzMQ==", "U_kgDOAAjmPw")).toBe(true);
  expect(isSameAccount("MDQ6VXNlcjU4MzIzMQ==", "BOT_kgDOAAjmPw")).toBe(false);
  expect(isSameAccount("U_kgDOAAjmPw", "U_kgDOAAjmQA")).toBe(false);
});

test("two formats of which one cannot be read may be one account", () => {
  expect(mayBeSameAccount("MDQ6VXNlcg==", "U_kgDOAAjmPw")).toBe(true);
  expect(mayBeSameAccount("MDQ6VXNlcjU4MzIzMQ==", "U_kgDOAAjmQA")).toBe(false);
  expect(mayBeSameAccount("U_alice", "U_bob")).toBe(false);
});
