import { describe, expect, test } from "vitest";
import { passwordsIn } from "../../../src/store/postgres/database-url.ts";

describe("what of DATABASE_URL must not be shown", () => {
  test.each([
    ["postgres://box:a-long%40word@db:5432/box", ["a-long%40word", "a-long@word"]],
    ["postgres://box:p@ss:word@db/box", ["p@ss:word"]],
    ["postgres://box@db/box?password=a-long%2Fword&sslmode=require", ["a-long%2Fword", "a-long/word"]],
    ["postgres://:word@/box?host=/tmp", ["word"]],
  ])("%s: the address, and its password in both spellings", (url, passwords) => {
    expect(passwordsIn(url)).toEqual([url, ...passwords]);
  });

  test.each([
    undefined,
    "postgres://box@db/box",
    "postgres://@/box?host=/var/run/postgresql",
    "postgres://signalbox:signalbox@db/signalbox",
  ])("%s has no secret", (url) => {
    expect(passwordsIn(url)).toEqual([]);
  });
});
