/** `space start`: what becomes of its tasks when GitHub refuses one, and when it is asked again. */
import { expect, test } from "vitest";
import { GitHubRefused } from "../../../src/base/errors.ts";
import { catalogue } from "../../../src/operations/catalogue.ts";
import type { OperationPorts } from "../../../src/operations/operation.ts";
import type { AsCaller } from "../../../src/operations/writes/as-caller.ts";
import { misfitsOf } from "../../support/outputs.ts";
import { card, memoryBoard, portsOf } from "../board.ts";

const never = async (): Promise<never> => {
  throw new Error("This is not asked for.");
};
const start = catalogue.find(({ name }) => name === "space-start");

/** @param earlier the number of the space that was opened with the same key */
function rig(parents: Readonly<Record<number, string>>, earlier?: number) {
  const adopted: number[] = [];
  const opened: string[] = [];
  const board = memoryBoard(
    [11, 12, 13].map((number) => {
      const ref = parents[number];
      return card(number, ref === undefined ? {} : { parent: { ref, title: "Space", state: "open" } });
    }),
  );
  const caller: AsCaller = {
    digest: () => new Uint8Array(32),
    newId: () => "01ARZ3NDEKTSV4RRFFQ69G5FAV",
    seal: async ({ text }) => text,
    sealComment: never,
    urlOf: ({ number }) => `https://github.com/acme/demo/issues/${number}`,
    ghLine: (words) => `gh ${words.join(" ")}`,
    login: async () => ({
      id: "U_bob",
      name: "bob",
      commented: never,
      readText: never,
      readWork: never,
      opened: async () => earlier,
      writer: {
        edit: never,
        comment: never,
        close: never,
        reopen: never,
        open: async (_, { title }) => {
          opened.push(title);
          return 5;
        },
        adopt: async (_, { number }) => {
          if (number === 12) throw new GitHubRefused("GitHub could not add acme/demo#12: it is too deep.");
          adopted.push(number);
        },
      },
    }),
  };
  const ports: OperationPorts = { ...portsOf(board), asCaller: async () => caller };
  const run = async (input: object) => {
    if (start === undefined) throw new Error("There is no such operation.");
    const result = await start.run(ports, { title: "Log in", ...input });
    expect(misfitsOf("space-start", result.output)).toEqual([]);
    return result;
  };
  return { run, adopted, opened };
}

test("a task that GitHub refuses is named with the reason, and does not keep the others out", async () => {
  const { run, adopted, opened } = rig({});
  const { output, isMet, text } = await run({ task: ["11", "12", "13"] });
  expect(isMet).toBe(false);
  expect(adopted).toEqual([11, 13]);
  expect(opened).toEqual(["Space: Log in"]);
  expect(output).toMatchObject({
    issue: "acme/demo#5",
    tasks: [{ isAdded: true }, { task: "acme/demo#12", isAdded: false }, { isAdded: true }],
  });
  expect(text).toContain("  acme/demo#12 does not: GitHub could not add acme/demo#12: it is too deep.");
});

test("asked again with its key, it opens nothing, and adds what is missing", async () => {
  const { run, adopted, opened } = rig({ 11: "acme/demo#5" }, 5);
  const { output, isMet } = await run({ task: ["11", "13"], key: "login" });
  expect(isMet).toBe(true);
  expect(opened).toEqual([]);
  expect(adopted).toEqual([13]);
  expect(output).toMatchObject({ wrote: "nothing new", tasks: [{ isAdded: true }, { isAdded: true }] });
});

test("a task with another parent is refused before anything is written, and named once", async () => {
  const { run, opened } = rig({ 11: "acme/demo#3" });
  await expect(run({ task: ["13", "11"] })).rejects.toMatchObject({
    code: "invalid-input",
    message: "acme/demo#11 is a sub-issue of acme/demo#3 already, and GitHub allows one parent.",
  });
  expect(opened).toEqual([]);
});
