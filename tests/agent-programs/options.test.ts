import { expect, test } from "vitest";
import { UserError } from "../../src/base/errors.ts";
import { help, readOptions } from "./options.ts";

const environment = { XDG_CACHE_HOME: "/cache" };

test("without options every program plays every story, and the programs are in the user's cache", () => {
  expect(readOptions([], environment)).toEqual({
    programs: ["claude", "codex", "opencode"],
    stories: ["shell", "mcp", "http", "hooks", "reader"],
    only: "",
    isSlow: false,
    times: 1,
    installs: false,
    records: false,
    folder: "/cache/signalbox-programs",
    work: undefined,
    isJson: false,
  });
});

test("programs are named by their names alone, stories by an option that may be given again", () => {
  const options = readOptions(["codex", "--story", "mcp", "--story", "http", "--times", "3"], environment);
  expect(options).toMatchObject({ programs: ["codex"], stories: ["mcp", "http"], times: 3 });
});

test.each([
  [["emacs"], 'There is no program "emacs": it is one of claude, codex, opencode.'],
  [["--story", "opera"], 'There is no story "opera": it is one of shell, mcp, http, hooks, reader.'],
  [["--times", "0"], "--times must be a number from 1 to 99, found 0."],
  [["--loudly"], "Unknown option '--loudly'"],
])("%j is refused in one sentence", (argv, said) => {
  expect(() => readOptions(argv, environment)).toThrow(UserError);
  expect(() => readOptions(argv, environment)).toThrow(said);
});

test("the help names every option, and has examples", () => {
  expect(readOptions(["--help"], environment)).toBeUndefined();
  for (const word of [
    "--install",
    "--folder",
    "--story",
    "--only",
    "--slow",
    "--times",
    "--record",
    "--work",
    "--json",
  ])
    expect(help).toContain(word);
  expect(help).toContain("Examples:");
});
