/** Sweeps of many repositories: what is asked about all of them at once, and what of a single one. */
import { afterEach, describe, expect, test } from "vitest";
import type { StoredLabels } from "../../../src/dispatcher/ports/settings.ts";
import type { Tracker } from "../../../src/dispatcher/ports/tracker.ts";
import type { Writer } from "../../../src/dispatcher/ports/writer.ts";
import { RequestFailed } from "../../../src/dispatcher/request-failed.ts";
import type { Sweeper } from "../../../src/dispatcher/schedule/sweeper.ts";
import { wireDispatcher } from "../../../src/dispatcher/wiring/wire-dispatcher.ts";
import type { RepositorySeen } from "../../../src/engine/model/fact.ts";
import { defaultLabels } from "../../../src/protocol/label.ts";
import { openDesk, type PassContext } from "../../support/dispatch-desk.ts";
import { demo, task } from "../../support/issues.ts";

let desk: PassContext;
afterEach(() => desk.stop());

const hours = 60 * 60_000;
const labels = (id: string): readonly string[] => desk.github.issues.get(id)?.labels ?? [];

describe("a sweep of many repositories", () => {
  const others: readonly RepositorySeen[] = Array.from({ length: 4 }, (_, i) => ({
    ...demo,
    id: `R_${i}`,
    name: `repository-${i}`,
  }));
  const kept: StoredLabels = Object.fromEntries(
    defaultLabels.map(({ name }) => [name, { id: `LA_${name}`, name }]),
  );

  /** Counts what is asked about single repositories. */
  async function openMany(): Promise<{ asked: string[]; sweeper: Sweeper }> {
    desk = await openDesk({ repositories: [demo, ...others] });
    desk.github.labels = kept;
    const { github, ports } = desk;
    const asked: string[] = [];
    const tracker: Tracker = {
      ...github.tracker,
      changedSince: (repository, since) => {
        asked.push(`changes ${repository.name}`);
        return github.tracker.changedSince(repository, since);
      },
      headSince: (repository, ...known) => {
        asked.push(`settings ${repository.name}`);
        return github.tracker.headSince(repository, ...known);
      },
    };
    const writer: Writer = {
      ...github.writer,
      ensureLabels: (repository, before) => {
        asked.push(`labels ${repository.name}`);
        return github.writer.ensureLabels(repository, before);
      },
    };
    for (const { id, name } of [demo, ...others]) {
      github.put(task(1, { id: `I_${name}`, repositoryId: id }));
      github.settings.set(id, { commit: `head of ${name}`, file: { type: "absent" } });
    }
    const counted = wireDispatcher({ ...ports, github: { ...ports.github, tracker, writer } }, () => {});
    const sweeper = counted.sweeper(() => desk.dispatcher.wake());
    await sweeper.start();
    for (let n = 0; n < 2; n++) {
      await sweeper.survey();
      await desk.settled();
      desk.clock.advance(60_000);
    }
    asked.length = 0;
    return { asked, sweeper };
  }

  test("repositories that did not change are asked about together, and nothing is asked about one of them", async () => {
    const { asked, sweeper } = await openMany();
    const before = desk.github.surveys;
    await sweeper.survey();
    expect(asked).toEqual([]);
    expect(desk.github.surveys).toBe(before + 1);
  });

  test("what changed in one repository is asked of that repository alone", async () => {
    const { asked, sweeper } = await openMany();
    desk.github.put(task(2, { id: "I_new", repositoryId: "R_1", updatedAt: desk.github.second() }));
    desk.github.settings.set("R_2", { commit: "another head", file: { type: "absent" } });
    await sweeper.survey();
    await desk.settled();
    expect(asked.toSorted()).toEqual(["changes repository-1", "settings repository-2"]);
    expect(labels("I_new")).toContain("status:ready");
  });

  test("B05 a change that came after another one was read is found, although the newest issue is known", async () => {
    const { sweeper } = await openMany();
    desk.github.put(task(2, { id: "I_lost", repositoryId: "R_1", updatedAt: desk.github.second() }));
    desk.github.invisible.add("I_lost");
    desk.clock.advance(5_000);
    desk.github.put(task(3, { id: "I_heard", repositoryId: "R_1", updatedAt: desk.github.second() }));
    await desk.deliver(["I_heard"], { repositoryId: "R_1" });
    await desk.settled();
    desk.github.invisible.delete("I_lost");
    await sweeper.survey();
    await desk.settled();
    expect(labels("I_lost")).toContain("status:ready");
  });

  test("a missing label is made again, in its repository alone", async () => {
    const { asked, sweeper } = await openMany();
    const { "kind:task": _, ...rest } = kept;
    await desk.store.index.saveLabels("R_3", rest);
    await sweeper.survey();
    expect(asked).toEqual(["labels repository-3"]);
  });

  test("a repository that a survey does not show is asked about alone, and the others are not", async () => {
    const { asked, sweeper } = await openMany();
    desk.github.unsurveyed.add("R_0");
    await sweeper.survey();
    expect(asked).toEqual(["settings repository-0", "labels repository-0", "changes repository-0"]);
  });

  test("B05 a repository that was renamed without a delivery has its new name after one sweep", async () => {
    const { sweeper } = await openMany();
    const at = desk.github.repositoryList.findIndex(({ id }) => id === "R_0");
    desk.github.repositoryList[at] = { ...demo, id: "R_0", name: "renamed" };
    await sweeper.survey();
    expect(desk.store.index.repository("R_0")?.name).toBe("renamed");
  });

  test("an issue that was deleted without a trace is missed by its number, once", async () => {
    const { asked, sweeper } = await openMany();
    desk.github.issues.delete("I_repository-2");
    await sweeper.survey();
    await desk.settled();
    expect(await desk.store.index.issueIds("R_2")).toEqual([]);
    expect(asked).toEqual(["changes repository-2"]);
    asked.length = 0;
    await sweeper.survey();
    expect(asked).toEqual([]);
  });

  test("while GitHub asks an installation to wait, none of its repositories is asked about", async () => {
    const { asked, sweeper } = await openMany();
    const retryAt = desk.clock.now() + hours;
    const failure = { type: "wait", scope: "installation", retryAt, message: "Wait." } as const;
    desk.github.readFaults.push(new RequestFailed(failure));
    await sweeper.survey();
    await sweeper.survey();
    expect(asked).toEqual([]);
  });
});

describe("sweeps while a server runs", () => {
  const tickMs = 30_000;

  test("are rare where nothing happens, and often again after a delivery, while the repositories are listed each hour", async () => {
    desk = await openDesk();
    const { github, dispatch, dispatcher, clock } = desk;
    let lists = 0;
    const list = github.tracker.repositories;
    Object.assign(github.tracker, {
      repositories: () => {
        lists += 1;
        return list();
      },
    });
    const sweeper = dispatch.sweeper(() => dispatcher.wake());
    await sweeper.start();
    const stopping = new AbortController();
    const running = sweeper.run(stopping.signal);
    await sweeper.firstSweep;
    const surveysIn = async (ms: number): Promise<number> => {
      const before = github.surveys;
      for (const end = clock.peek() + ms; clock.peek() < end; clock.advance(tickMs)) {
        await new Promise((resolve) => setImmediate(resolve));
        await sweeper.idle();
      }
      return github.surveys - before;
    };
    expect(await surveysIn(hours)).toBeGreaterThan(10);
    await surveysIn(12 * hours);
    lists = 0;
    expect(await surveysIn(6 * hours)).toBeLessThanOrEqual(2);
    expect(lists).toBeGreaterThanOrEqual(5);
    expect(lists).toBeLessThanOrEqual(7);
    github.put(task(1, { updatedAt: github.second() }));
    await desk.deliver(["I_1"]);
    await desk.settled();
    expect(await surveysIn(hours / 2)).toBeGreaterThan(4);
    stopping.abort();
    await running;
  });
});
