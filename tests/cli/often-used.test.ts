/** The commands that are loaded alone are the same as among all commands. */
import { expect, test } from "vitest";
import { oftenUsed } from "../../src/cli/often-used.ts";
import { catalogue } from "../../src/operations/catalogue.ts";
import { signalbox } from "./terminal.ts";

test.each(Object.keys(oftenUsed))("%s is that operation of the catalogue", async (name) => {
  expect(await oftenUsed[name]?.()).toBe(catalogue.find((operation) => operation.name === name));
});

test("its help is the one that help prints, which loads all commands", async () => {
  const alone = await signalbox(["ready", "--help"]);
  expect(alone.out).toContain("Usage: signalbox ready");
  expect(await signalbox(["help", "ready"])).toEqual(alone);
});
