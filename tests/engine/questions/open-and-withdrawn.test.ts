/** An open question is looked at again by itself, and a withdrawn one blocks nothing. */
import { describe, expect, test } from "vitest";
import type { IssueSeen } from "../../../src/engine/model/fact.ts";
import { settingsSchema } from "../../../src/protocol/settings/config.ts";
import {
  alice,
  bob,
  closed,
  decided,
  links,
  mallory,
  notPlanned,
  question,
  start,
  task,
} from "../../support/issues.ts";

const minute = 60_000;
const asked = (changes: Partial<IssueSeen> = {}) =>
  question(40, "#12", { createdAt: start, blocking: links(task(12)), ...changes });

describe("an open question", () => {
  const looks = "It is open and may have been answered.";
  const rises = "No one has answered it by its deadline.";
  const settings = settingsSchema.parse({
    deadlines: { look: "7m" },
    escalations: { after: { blocking: "30m", important: "2h", nice_to_have: "1d" } },
  });
  const refreshesAt = (now: number, seen = asked()) =>
    decided([task(12), seen], {}, { settings, now: start + now })
      .refreshes.filter(({ because }) => because === looks || because === rises)
      .map(({ id, because, afterMs }) => [id, because, afterMs / minute]);

  test("is looked at at its deadline, and every few minutes, as the settings say", () => {
    expect(refreshesAt(10 * minute)).toEqual([
      ["I_40", rises, 20],
      ["I_40", looks, 7],
    ]);
    expect(refreshesAt(40 * minute)).toEqual([["I_40", looks, 7]]);
  });

  test("unless it is closed by then: nothing is read for it", () => {
    const { refreshes } = decided([task(12), asked()], {}, { settings, now: start + 10 * minute });
    const own = refreshes.filter(({ because }) => because === looks || because === rises);
    expect(own.map(({ unlessClosed }) => unlessClosed)).toEqual([true, true]);
  });

  test("no longer, once it is closed, and never one of somebody without write access", () => {
    expect(refreshesAt(minute, closed(asked(), notPlanned, start + 1, alice))).toEqual([]);
    expect(refreshesAt(minute, asked({ author: mallory }))).toEqual([]);
  });
});

test("`/urgency` on a question says how long it can wait, whatever its section says", () => {
  const comment = { id: "IC_1", author: bob, text: "/urgency nice-to-have", createdAt: start + minute };
  const decision = decided([task(12), asked({ comments: [comment] })]);
  const kept = decision.records.find(({ seen }) => seen.number === 40)?.persisted.urgency;
  expect(kept).toEqual({ instead: "blocking", is: "nice-to-have", since: start + minute });
});

describe("a question that its asker withdrew", () => {
  const tasks = [task(12), task(13)];
  const withdrawn = (changes: Partial<IssueSeen> = {}, by = alice) =>
    closed(asked({ blocking: links(...tasks), ...changes }), notPlanned, start + minute, by);
  const removedBy = (seen: IssueSeen) =>
    decided([...tasks, seen]).effects.filter(({ effect }) => effect.type === "RemoveBlockedBy");

  test("no longer blocks the tasks that waited for it, and each says why", () => {
    expect(removedBy(withdrawn())).toMatchObject(
      ["I_12", "I_13"].map((id) => ({
        issueId: "I_40",
        effect: { type: "RemoveBlockedBy", blockedId: id, blockerId: "I_40" },
        slot: { type: "dependency", id },
        reason: { rule: "release-withdrawn", because: "It was withdrawn or declined." },
        key: expect.stringContaining("removed"),
      })),
    );
  });

  test.each<readonly [string, IssueSeen]>([
    ["somebody else closed", withdrawn({}, bob)],
    ["somebody without write access asked", withdrawn({ author: mallory }, mallory)],
    ["is open", asked()],
  ])("but one that %s does", (_, seen) => {
    expect(removedBy(seen)).toEqual([]);
  });
});
