/** Which refreshes a closing of ours asks for. */
import { describe, expect, test } from "vitest";
import { buildReceipt } from "../../../src/dispatcher/perform/receipt.ts";
import type { QueuedEffect } from "../../../src/dispatcher/ports/outbox.ts";
import type { WriteReceipt } from "../../../src/engine/fold/apply-receipt.ts";
import { fold } from "../../../src/engine/fold/fold.ts";
import type { Fact, IssueSeen, NodeId } from "../../../src/engine/model/fact.ts";
import { alice, completed, demo, empty, links, question, start, task } from "../../support/issues.ts";

const at = start + 60_000;
const bare: WriteReceipt = {
  updatedAt: at,
  labels: undefined,
  issueState: completed,
  closedAt: undefined,
  commentId: undefined,
};
const shown: WriteReceipt = { ...bare, closedAt: at, closedBy: alice };

const closing = (issueId: NodeId): QueuedEffect => ({
  id: 1,
  attempts: 0,
  sentAt: at,
  issueId,
  repositoryId: demo.id,
  key: `${issueId} close`,
  slot: { type: "close" },
  effect: { type: "CloseIssue", reason: "completed" },
  reason: { rule: "close-settled", because: "It is over." },
});

/** What is asked for after these issues were closed: those to read, and those to decide on. */
async function asked(issues: readonly IssueSeen[], ids: readonly NodeId[], receipt: WriteReceipt) {
  const facts = issues.map((issue): Fact => ({ type: "IssueSeen", issue, readAt: start }));
  const { snapshot } = fold({ ...empty, repositories: new Map([[demo.id, demo]]) }, facts);
  const index = { records: async () => snapshot.records, around: async () => snapshot };
  const endings = ids.map((id) => ({ type: "done", effect: closing(id), receipt, wasFound: false }) as const);
  const { refreshes } = await buildReceipt(index, endings, at);
  const of = (decides: boolean) =>
    refreshes
      .filter(({ unlessFresh = false }) => unlessFresh === decides)
      .map(({ target }) => ("id" in target ? target.id : target.number))
      .toSorted();
  return { reads: [...new Set(of(false))], decides: [...new Set(of(true))] };
}

const asking = question(40, "#12");
const waiting = task(12, { blockedBy: links(asking) });
const asker = { ...asking, blocking: links(waiting) };

describe("after a closing of ours", () => {
  test("only what is open and may have waited for it is read", async () => {
    expect(await asked([waiting, asker], ["I_40"], shown)).toEqual({ reads: ["I_12"], decides: ["I_40"] });
  });

  test("nothing is read if all that is related to it is closed, by the same write or before", async () => {
    expect(await asked([waiting, asker], ["I_12", "I_40"], shown)).toEqual({
      reads: [],
      decides: ["I_12", "I_40"],
    });
    const before = { ...waiting, issueState: completed, closedAt: start };
    expect((await asked([before, asker], ["I_40"], shown)).reads).toEqual([]);
  });

  test("it is read itself if GitHub did not say when it was closed and by whom", async () => {
    expect((await asked([waiting, asker], ["I_40"], bare)).reads).toEqual(["I_12", "I_40"]);
    expect((await asked([waiting, asker], ["I_40"], { ...bare, closedAt: at })).reads).toContain("I_40");
  });
});
