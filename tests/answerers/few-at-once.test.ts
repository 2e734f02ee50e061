/** How many questions an answerer is asked at once. */
import { expect, test } from "vitest";
import { fewAtOnce } from "../../src/answerers/few-at-once.ts";
import type { Answerer, AnswererResult, AnswerTask } from "../../src/coordinator/answers/answerer.ts";
import { uncounted } from "./model-server.ts";

const asking = (title: string): AnswerTask => ({ title, body: "", options: undefined, passages: [] });
const failed: AnswererResult = { type: "failed", because: "it ended with code 1" };

function slowAnswerer() {
  const begun: string[] = [];
  const ends = new Map<string, (result: AnswererResult) => void>();
  const answerer: Answerer = {
    name: "command slow",
    secrets: ["hidden"],
    answer: ({ title }) => {
      begun.push(title);
      return new Promise((resolve) => ends.set(title, resolve));
    },
  };
  return { answerer, begun, end: (title: string) => ends.get(title)?.(failed) };
}

const never = new AbortController().signal;
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test("no more questions are asked at once than are allowed, and those that wait are asked in their order", async () => {
  const { answerer, begun, end } = slowAnswerer();
  const limited = fewAtOnce(answerer, 2);
  expect(limited).toMatchObject({ name: "command slow", secrets: ["hidden"] });
  const all = ["a", "b", "c", "d"].map((title) => limited.answer(asking(title), never, uncounted));
  await settled();
  expect(begun).toEqual(["a", "b"]);
  end("b");
  await settled();
  expect(begun).toEqual(["a", "b", "c"]);
  for (const title of ["a", "c", "d"]) {
    end(title);
    await settled();
  }
  expect(await Promise.all(all)).toEqual([failed, failed, failed, failed]);
});

test("one that gives up while it waits is not asked, and takes no place from the others", async () => {
  const { answerer, begun, end } = slowAnswerer();
  const limited = fewAtOnce(answerer, 1);
  const leaving = new AbortController();
  const first = limited.answer(asking("a"), never, uncounted);
  const given = limited.answer(asking("b"), leaving.signal, uncounted);
  const last = limited.answer(asking("c"), never, uncounted);
  leaving.abort();
  expect(await given).toMatchObject({ type: "failed" });
  expect(await limited.answer(asking("d"), leaving.signal, uncounted)).toMatchObject({ type: "failed" });
  end("a");
  await first;
  await settled();
  end("c");
  await last;
  expect(begun).toEqual(["a", "c"]);
});

test("an answerer that throws gives its place back", async () => {
  let asked = 0;
  const broken: Answerer = {
    name: "command broken",
    answer: async () => {
      asked += 1;
      throw new Error("It broke.");
    },
  };
  const limited = fewAtOnce(broken, 1);
  for (const title of ["a", "b"])
    await expect(limited.answer(asking(title), never, uncounted)).rejects.toThrow("It broke.");
  expect(asked).toBe(2);
});
