/** `--json 12`: the issue is an issue, wherever it stands. */
import { Command } from "commander";
import { expect, test } from "vitest";
import { withJsonLast } from "../../../src/cli/terminal/json-flag.ts";

const root = new Command("signalbox")
  .addCommand(new Command("claim").option("--json [fields]"))
  .addCommand(new Command("gh"));

test.each([
  ["claim --json 12", "claim 12 --json"],
  ["claim --json #12 --agent ada", "claim #12 --agent ada --json"],
  ["claim --json acme/demo#12", "claim acme/demo#12 --json"],
  [
    "claim --json https://github.com/acme/demo/issues/12",
    "claim https://github.com/acme/demo/issues/12 --json",
  ],
  ["claim --json 12 -- x", "claim 12 --json -- x"],
  ["claim --json number,title 12", "claim --json number,title 12"],
  ["claim 12 --json", "claim 12 --json"],
  ["claim -- --json 12", "claim -- --json 12"],
  ["gh api --json 12", "gh api --json 12"],
])("IF36 %s", (given, meant) => {
  expect(withJsonLast(root, given.split(" "))).toEqual(meant.split(" "));
});
