/** A repository that is new to us: its issues come in pages, and are decided about when all have come. */
import { afterEach, describe, expect, test } from "vitest";
import { RequestFailed } from "../../../../src/dispatcher/request-failed.ts";
import type { IssueSeen, RepositorySeen } from "../../../../src/engine/model/fact.ts";
import { type DeskOptions, openDesk, type PassContext } from "../../../support/dispatch-desk.ts";
import { alice, answer, demo, issue, question, start, task } from "../../../support/issues.ts";

let desk: PassContext;
afterEach(() => desk.stop());

const minutes = 60_000;
const labels = (id: string): readonly string[] => desk.github.issues.get(id)?.labels ?? [];

/** A repository with these issues, of which nothing is known. */
async function openWith(issues: readonly IssueSeen[], options: DeskOptions = {}): Promise<void> {
  held.clear();
  desk = await openDesk({ ...options, isNew: true });
  desk.github.pageSize = 2;
  desk.github.duringPage = (after) => held.get(after)?.();
  for (const each of issues) desk.github.put(each);
}

/** What happens when the page after an issue is asked for. */
const held = new Map<string | undefined, () => void>();

function duringPage(after: string | undefined, happens: () => void): void {
  held.set(after, happens);
}

async function meet(): Promise<void> {
  await desk.dispatch.repositories.list.refresh();
  await desk.settled();
}

const rebuilt = async () => (await desk.dispatch.rebuild()).differences;

/** Issues that were read one by one, not counting what was read again after a write of ours. */
const readAlone = (): readonly string[] =>
  desk.github.reads.flatMap((requests) =>
    requests.flatMap(({ target }) => ("id" in target ? target.id : `#${target.number}`)),
  );

describe("the issues of a new repository", () => {
  test("are read in pages, and none of them again", async () => {
    await openWith([1, 2, 3, 4, 5].map((number) => issue(number)));
    await meet();
    expect(desk.github.pages).toEqual([
      [demo.id, undefined],
      [demo.id, "I_2"],
      [demo.id, "I_4"],
    ]);
    expect(readAlone()).toEqual([]);
    expect(desk.github.lists).toEqual([]);
    expect((await desk.store.index.issueIds(demo.id)).length).toBe(5);
    expect(await rebuilt()).toEqual([]);
  });

  test("are not listed by a sweep that comes before their pages", async () => {
    await openWith([1, 2, 3].map((number) => issue(number)));
    await desk.dispatch.repositories.list.refresh();
    desk.clock.advance(5 * minutes);
    await desk.dispatch.sweeper(() => {}).survey();
    expect(desk.github.lists).toEqual([]);
    await desk.settled();
    expect(readAlone()).toEqual([]);
  });

  test("are decided about when all pages have come", async () => {
    // The question comes with the last page, and its task with the first.
    await openWith([task(1), issue(2), issue(3), question(4, "#1")]);
    await meet();
    const shown = desk.github.writes.flatMap(({ issueId, effect }) =>
      issueId === "I_1" && effect.type === "SetLabels" ? effect.add : [],
    );
    expect(shown).toEqual(["status:blocked"]);
    await desk.later(5 * minutes);
    expect(labels("I_1")).toContain("status:blocked");
    expect(await rebuilt()).toEqual([]);
  });

  test("are read by id where the page does not show all of them", async () => {
    const comment = { id: "IC_1", author: alice, text: "/hold", createdAt: start };
    await openWith([issue(1), issue(2, { comments: [comment] })]);
    await meet();
    expect(readAlone()).toEqual(["I_2"]);
    expect(await rebuilt()).toEqual([]);
  });

  test("that change while other pages are read are read again with the next sweep, without any delivery", async () => {
    await openWith([task(1), issue(2), issue(3)]);
    duringPage("I_2", () => desk.github.change("I_1", { title: "Another title" }));
    await meet();
    await desk.dispatch.sweeper(() => desk.dispatcher.wake()).sweep();
    await desk.settled();
    expect(await rebuilt()).toEqual([]);
  });

  test("and deliveries about them, in any order with the pages, end in the same state", async () => {
    await openWith([task(1), issue(2), issue(3), question(4, "#1"), issue(5), answer(6, "#4")]);
    duringPage("I_2", () => void desk.deliver(["I_6", "I_1"]));
    duringPage("I_4", () => void desk.deliver(["I_4"]));
    await meet();
    await desk.later(5 * minutes);
    expect(labels("I_1")).toContain("status:ready");
    expect(labels("I_4")).toContain("answered");
    expect(await rebuilt()).toEqual([]);
  });

  test("go on after the page where the process was killed", async () => {
    await openWith([1, 2, 3, 4, 5].map((number) => issue(number)));
    const dead = new Error("The process is dead.");
    const { index } = desk.store;
    let isDead = false;
    const commit: typeof index.commit = (result) => {
      isDead ||= result.page?.after === "I_4";
      if (isDead) throw dead;
      return index.commit(result);
    };
    const { github, store, clock } = desk;
    await desk.stop();
    const dying = await openDesk({
      before: { github, store, clock },
      ports: { index: { ...index, commit } },
    });
    await dying.dispatch.repositories.list.refresh();
    dying.dispatcher.wake();
    while (!isDead) await new Promise((resolve) => setImmediate(resolve));
    await dying.stop();
    desk = await openDesk({ before: { github, store, clock } });
    await meet();
    expect(github.pages.map(([, after]) => after)).toEqual([undefined, "I_2", "I_2", "I_4"]);
    expect(await rebuilt()).toEqual([]);
  });

  test("wait while GitHub asks the installation to wait, and then go on", async () => {
    await openWith([1, 2, 3].map((number) => issue(number)));
    const retryAt = desk.clock.peek() + 10 * minutes;
    const failure = { type: "wait", scope: "installation", retryAt, message: "Wait." } as const;
    desk.github.readFaults.push(new RequestFailed(failure));
    await meet();
    expect(desk.github.pages.length).toBe(1);
    await desk.later(11 * minutes);
    expect(await rebuilt()).toEqual([]);
  });

  test("are listed by their ids where GitHub shows no page", async () => {
    await openWith([1, 2, 3].map((number) => issue(number)));
    desk.github.pageSize = 0;
    await meet();
    expect(readAlone().toSorted()).toEqual(["I_1", "I_2", "I_3"]);
    expect(await rebuilt()).toEqual([]);
  });

  test("are read when a repository returns that was taken away before its last page", async () => {
    await openWith([1, 2, 3].map((number) => issue(number)));
    duringPage("I_2", () => {
      throw new RequestFailed({ type: "gone", message: "Not Found" });
    });
    const list = [...desk.github.repositoryList];
    duringPage(undefined, () => desk.github.repositoryList.splice(0));
    await meet();
    expect(desk.store.index.repositories()).toEqual([]);
    await desk.later(minutes);
    desk.github.repositoryList.push(...list);
    held.clear();
    await meet();
    await desk.later(minutes);
    expect(await rebuilt()).toEqual([]);
  });

  test("tell the issues of other repositories that they link", async () => {
    const elsewhere: RepositorySeen = { ...demo, id: "R_other", name: "other" };
    desk = await openDesk({ isNew: true });
    desk.github.put(task(1, { blockedByText: "acme/other#7" }));
    await meet();
    expect(labels("I_1")).toContain("needs-fix");
    desk.github.repositoryList.push(elsewhere);
    desk.github.put(task(7, { repositoryId: elsewhere.id }));
    await meet();
    await desk.later(minutes);
    expect(labels("I_1")).not.toContain("needs-fix");
    expect([...(desk.github.blockers.get("I_1") ?? [])]).toEqual(["I_7"]);
  });
});
