/** What a program gets of an environment, by what it is for; and that nothing else starts programs. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { permitted } from "../../src/programs/purpose.ts";

const servers = {
  PRIVATE_KEY: "x",
  PRIVATE_KEY_PATH: "x",
  WEBHOOK_SECRET: "x",
  CLIENT_SECRET: "x",
  SESSION_KEY: "x",
  METRICS_TOKEN: "x",
  DATABASE_URL: "x",
  SIGNALBOX_HOME: "x",
  SIGNALBOX_KEY: "x",
  SIGNALBOX_TOKEN: "x",
  SIGNALBOX_MODEL_KEY: "x",
};
const own = { PATH: "/bin", HOME: "/home/ada", GH_TOKEN: "hers", MODEL_KEY: "its", SIGNALBOX_AGENT: "ada" };

test.each([
  ["agent", own],
  ["check", { PATH: "/bin", HOME: "/home/ada", GH_TOKEN: "hers", MODEL_KEY: "its" }],
  ["git", { PATH: "/bin", HOME: "/home/ada", GH_TOKEN: "hers", MODEL_KEY: "its" }],
  ["reader", { PATH: "/bin", HOME: "/home/ada", MODEL_KEY: "its" }],
] as const)("a program for the purpose %s gets nothing of the server's", (purpose, expected) => {
  expect(permitted(purpose, { ...servers, ...own }, "MODEL_KEY")).toEqual(expected);
});

test("a reader gets no key that is the server's, under any name that it asks for", () => {
  expect(permitted("reader", servers, "PRIVATE_KEY")).toEqual({});
});

/** They run what the person at the terminal asked for, as that person: gh, git, ssh-keygen, a browser. The hub runs git. */
const forTheCaller: readonly string[] = ["cli", "hub"];

test("only one function of the server starts programs", () => {
  const root = join(import.meta.dirname, "../../src");
  const starting = readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter(
      (path) => path.endsWith(".ts") && readFileSync(join(root, path), "utf8").includes("node:child_process"),
    )
    .filter((path) => !forTheCaller.includes(path.split("/")[0] ?? ""));
  // `ps` lists processes where the system has no files of them.
  expect(starting.toSorted()).toEqual(["programs/process-table.ts", "programs/run-program.ts"]);
});
