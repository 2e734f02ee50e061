/** Tests that a text which begins as an item of a list is a value, and never an unknown flag. */
import { expect, test } from "vitest";
import { WordsCommand } from "../../../src/cli/terminal/words-command.ts";

function parsed(...words: readonly string[]) {
  const command = new WordsCommand("hand-over")
    .argument("[task]")
    .option("--changes <value...>", "")
    .option("--dry-run", "")
    .exitOverride()
    .configureOutput({ writeErr: () => {} });
  command.parse(words, { from: "user" });
  return { args: command.args, options: command.opts() };
}

test("several items behind one flag are its values, as if it were repeated", () => {
  const changes = ["- a.ts: asks", "- b.ts: answers"];
  const once = parsed("12", "--changes", ...changes, "--dry-run").options;
  const twice = parsed(
    "12",
    "--changes",
    "- a.ts: asks",
    "--changes",
    "- b.ts: answers",
    "--dry-run",
  ).options;
  for (const { changes: given, dryRun } of [once, twice]) {
    expect(given.map((value: string) => value.trim())).toEqual(changes);
    expect(dryRun).toBe(true);
  }
});

test("an item in the place of an argument is the argument", () => {
  expect(parsed("- Which store?").args.map((word) => word.trim())).toEqual(["- Which store?"]);
});

test("an unknown flag is still refused, and what stands behind -- stays as it is", () => {
  expect(() => parsed("12", "--chnges", "a.ts: asks")).toThrow("unknown option '--chnges'");
  expect(parsed("--", "- a").args).toEqual(["- a"]);
});
