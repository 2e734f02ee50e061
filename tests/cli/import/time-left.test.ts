/** What an import says about its time, on a screen and in a pipe. */
import { expect, test } from "vitest";
import { createProgress } from "../../../src/cli/import/progress.ts";
import { aboutTime, msLeft, pacedMs } from "../../../src/cli/import/time-left.ts";

const minute = 60_000;

test("GitHub's pace is a second for each issue, and 500 an hour", () => {
  expect(pacedMs(0)).toBe(0);
  expect(pacedMs(500)).toBe(500_000);
  expect(pacedMs(501)).toBe(60 * minute + 1_000);
  expect(pacedMs(1_200)).toBe(120 * minute + 200_000);
});

test("what is left follows GitHub's pace, or the pace so far where none is kept", () => {
  expect(msLeft({ done: 1, count: 1_000, elapsedMs: 0, isPaced: true })).toBe(60 * minute + 499_000);
  expect(msLeft({ done: 700, count: 1_000, elapsedMs: 61 * minute, isPaced: true })).toBe(
    7 * minute + 19_000,
  );
  expect(msLeft({ done: 10, count: 20, elapsedMs: 9_000, isPaced: false })).toBe(10_000);
});

test.each([
  [0, "1 s"],
  [40_000, "40 s"],
  [5.5 * minute, "6 min"],
  [60 * minute, "1 h"],
  [124.2 * minute, "2 h 5 min"],
])("%d ms are about %s", (ms, said) => {
  expect(aboutTime(ms)).toBe(said);
});

const step = {
  key: "bd-1",
  ref: { owner: "acme", repo: "demo", number: 7 },
  done: "opened",
  title: "T",
} as const;

function told(isErrTty: boolean): string {
  let text = "";
  let now = 0;
  const clock = { now: () => now, sleep: async () => {} };
  const progress = createProgress(
    {
      isErrTty,
      err: (words) => {
        text += words;
      },
    },
    { clock, isPaced: true },
  );
  progress.written({ ...step, at: 1, count: 2 });
  now += 1_000;
  progress.line("GitHub asks to wait");
  progress.written({ ...step, at: 2, count: 2 });
  progress.end();
  return text;
}

test("on a screen one line changes, and in a pipe each issue has its own", () => {
  const wipe = "\r\u001b[K";
  expect(told(true)).toBe(`${wipe}import 1 of 2, 1 s left${wipe}GitHub asks to wait\n${wipe}import 2 of 2\n`);
  expect(told(false)).toBe(
    "1/2 opened acme/demo#7 bd-1: T\nGitHub asks to wait\n2/2 opened acme/demo#7 bd-1: T\n",
  );
});
