/** Tests work in the background: each thing once, and none lost because another one failed. */
import { expect, test } from "vitest";
import { createBackgroundWork, createRepositoryWork } from "../../src/coordinator/background-work.ts";
import type { RepositorySeen } from "../../src/engine/model/fact.ts";
import { demo } from "../support/issues.ts";

test("what is scheduled twice is worked on once; scheduled while it is worked on, once more", async () => {
  const done: string[] = [];
  const work = createBackgroundWork<string>(async (key) => {
    done.push(key);
    if (done.length === 1) for (const again of ["a", "c", "c"]) work.wake(again);
  });
  for (const key of ["a", "a", "b"]) work.wake(key);
  expect(done).toEqual([]);
  await work.idle();
  expect(done).toEqual(["a", "b", "a", "c"]);
  work.wake("d");
  await work.idle();
  expect(done.at(-1)).toBe("d");
});

test("of repositories, one that fails holds up no other, and none is looked at after the end", async () => {
  const all: readonly RepositorySeen[] = [
    demo,
    { ...demo, id: "R_web", name: "web" },
    { ...demo, id: "R_api", name: "api" },
  ];
  const [done, failed]: [string[], string[]] = [[], []];
  const end = new AbortController();
  const work = createRepositoryWork(
    {
      store: { repositories: () => all, repository: (id) => all.find((each) => each.id === id) },
      workOn: async ({ name }) => {
        if (name === "web") throw new Error("It cannot be read.");
        done.push(name);
      },
      failed: ({ name }, thrown) => failed.push(`${name}: ${String(thrown)}`),
    },
    end.signal,
  );
  work.wake("R_gone");
  work.wakeAll();
  await work.idle();
  expect([done, failed]).toEqual([["demo", "api"], ["web: Error: It cannot be read."]]);
  end.abort();
  work.wakeAll();
  await work.idle();
  expect(done).toHaveLength(2);
});

test("what is not done when the work rests or ends is told, and what is being done is finished", async () => {
  const all: readonly RepositorySeen[] = [demo, { ...demo, id: "R_web", name: "web" }];
  const begun: string[] = [];
  const going = Promise.withResolvers<void>();
  const work = createRepositoryWork(
    {
      store: { repositories: () => all, repository: (id) => all.find((each) => each.id === id) },
      workOn: async ({ name }, isOver) => {
        begun.push(`${name} ${isOver()}`);
        await going.promise;
        begun.push(`${name} ${isOver()}`);
      },
      failed: () => {},
    },
    new AbortController().signal,
  );
  work.wakeAll();
  await Promise.resolve();
  expect(work.unfinished()).toEqual(["R_web", demo.id]);
  work.rest();
  going.resolve();
  await work.idle();
  expect(begun).toEqual(["demo false", "demo true"]);
  expect(new Set(work.unfinished())).toEqual(new Set([demo.id, "R_web"]));
});

test("nothing is left of what is done, has failed or is unknown", async () => {
  const work = createRepositoryWork(
    {
      store: { repositories: () => [demo], repository: (id) => (id === demo.id ? demo : undefined) },
      workOn: () => Promise.reject(new Error("It cannot be read.")),
      failed: () => {},
    },
    new AbortController().signal,
  );
  work.wake("R_gone");
  work.wakeAll();
  await work.idle();
  expect(work.unfinished()).toEqual([]);
});
