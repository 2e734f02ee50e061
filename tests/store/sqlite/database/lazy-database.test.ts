import { expect, test } from "vitest";
import { openDatabase } from "../../../../src/store/sqlite/database/database.ts";

test("a statement is prepared when it is first used, and then kept", () => {
  const database = openDatabase(":memory:");
  const statement = database.prepare("SELECT number * CAST(? AS INTEGER) AS twice FROM later");
  database.exec("CREATE TABLE later (number INTEGER)");
  const insert = database.prepare("INSERT INTO later (number) VALUES (:number)");
  expect(insert.run({ number: 4 })).toEqual({ changes: 1, lastInsertRowid: 1 });
  expect(statement.get(2)).toEqual({ twice: 8 });
  expect(statement.all(3)).toEqual([{ twice: 12 }]);
  expect([...statement.iterate(4)]).toEqual([{ twice: 16 }]);
  expect(statement.columns()).toMatchObject([{ name: "twice" }]);
  statement.setReadBigInts(true);
  expect(statement.get(5)).toEqual({ twice: 20n });
  expect(statement.sourceSQL).toBe("SELECT number * CAST(? AS INTEGER) AS twice FROM later");
  database.close();
  expect(() => statement.get(2)).toThrow("finalized");
});

test("what is no SQL fails when it is first used", () => {
  const database = openDatabase(":memory:");
  const statement = database.prepare("SELECT FROM");
  expect(() => statement.get()).toThrow("syntax error");
  database.close();
});
