/** Properties of the outbox, for any order of decisions, sends and receipts. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { EffectOutcome, QueuedEffect } from "../../../../src/dispatcher/ports/outbox.ts";
import { formatSlot } from "../../../../src/engine/model/keys/slot.ts";
import { inMemory } from "../../../../src/store/sqlite/home.ts";
import { openStore } from "../../../../src/store/sqlite/store.ts";
import type { Store } from "../../../../src/store/store.ts";
import { decide, effect } from "../../../contracts/store/samples.ts";
import { demo, start } from "../../../support/issues.ts";
import { fixedClock } from "../../homes.ts";

const slots = ["edge I_1", "labels", "wake", "reply:C_1", "status", "close", "minimize C_2"];

type Step =
  | { readonly type: "decide"; readonly issue: number; readonly wishes: ReadonlyMap<string, number> }
  | { readonly type: "send"; readonly limit: number }
  | { readonly type: "answer"; readonly how: EffectOutcome["type"]; readonly uncertain: boolean };

const wishes = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...slots), fc.nat(2)), { selector: ([slot]) => slot })
  .map((pairs) => new Map(pairs));
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ type: fc.constant("decide"), issue: fc.integer({ min: 1, max: 2 }), wishes }),
  fc.record({ type: fc.constant("send"), limit: fc.integer({ min: 1, max: 10 }) }),
  fc.record({
    type: fc.constant("answer"),
    how: fc.constantFrom("done", "retry", "refused"),
    uncertain: fc.boolean(),
  }),
);

/** Plays the steps, and tracks the effects being sent as GitHub would see them. */
class Story {
  readonly #store: Store;
  readonly #underWay = new Map<number, QueuedEffect>();
  readonly #wished = new Map<number, ReadonlyMap<string, number>>();
  #now = start;

  constructor(store: Store) {
    this.#store = store;
  }

  async play(next: Step): Promise<void> {
    this.#now += 1;
    if (next.type === "decide") await this.#decide(next.issue, next.wishes);
    else if (next.type === "send") await this.#send(next.limit);
    else await this.#answer(next.how, next.uncertain);
  }

  async #decide(issue: number, wished: ReadonlyMap<string, number>): Promise<void> {
    this.#wished.set(issue, wished);
    const planned = [...wished].map(([slot, version]) => effect(issue, slot, `${slot} v${version}`));
    await decide(this.#store.index, planned, [`I_${issue}`]);
    const waiting = (await this.#due()).filter(({ issueId }) => issueId === `I_${issue}`);
    const slotsWaiting = waiting.map(({ slot }) => formatSlot(slot));
    expect(waiting.map(({ key }) => key)).toEqual(slotsWaiting.map((slot) => `${slot} v${wished.get(slot)}`));
    expect(new Set(slotsWaiting).size).toBe(waiting.length);
  }

  async #send(limit: number): Promise<void> {
    const batch = await this.#store.outbox.due(demo.installationId, this.#now, limit);
    const ids = batch.map(({ id }) => id);
    const busy = new Set([...this.#underWay.values()].map(({ issueId }) => issueId));
    expect(batch.filter(({ issueId }) => busy.has(issueId))).toEqual([]);
    expect(await this.#store.outbox.sending(ids, this.#now)).toEqual(ids);
    for (const each of batch) this.#underWay.set(each.id, each);
    for (const issueId of new Set(batch.map((each) => each.issueId))) {
      const order = batch.filter((each) => each.issueId === issueId).map(({ slot }) => formatSlot(slot));
      const chain = order.filter((slot) => place(slot) >= 0);
      expect(chain).toEqual(chain.toSorted((a, b) => place(a) - place(b)));
      const awaited = chain.filter((slot) => place(slot) < place("status"));
      expect(order.slice(0, awaited.length)).toEqual(awaited);
      expect(order.includes("wake") && order.includes("status")).toBe(false);
    }
  }

  async #answer(how: EffectOutcome["type"], uncertain: boolean): Promise<void> {
    const outcomes = [...this.#underWay.keys()].map((id): EffectOutcome => {
      if (how === "retry") return { type: how, id, at: this.#now + 1, error: "again", uncertain };
      return how === "refused" ? { type: how, id, error: "no" } : { type: how, id };
    });
    this.#underWay.clear();
    await this.#store.outbox.receipt(outcomes, [], [], []);
  }

  /**
   * Lets GitHub accept everything: exactly the last proposals that were neither refused nor done have been
   * sent.
   */
  async finish(): Promise<void> {
    this.#now += 1_000;
    await this.#answer("retry", true);
    for (let round = 0; round < 10; round++) {
      this.#now += 10;
      await this.#send(100);
      for (const { issueId, slot, key } of this.#underWay.values()) {
        const wished = this.#wished.get(Number(issueId.slice(2)));
        expect(key).toBe(`${formatSlot(slot)} v${wished?.get(formatSlot(slot))}`);
      }
      await this.#answer("done", false);
    }
    expect(await this.#store.outbox.counts()).toMatchObject({ pending: 0, sending: 0 });
  }

  #due(): Promise<readonly QueuedEffect[]> {
    return this.#store.outbox.due(demo.installationId, this.#now + 1_000, 1_000);
  }
}

const chain = ["wake", "reply", "status", "close"];
const place = (slot: string): number => chain.findIndex((word) => slot.startsWith(word));

test("in each slot only the newest proposal waits, in order and one generation at a time, and all are sent in the end", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const store = openStore(inMemory, { clock: fixedClock });
      try {
        const story = new Story(store);
        for (const each of steps) await story.play(each);
        await story.finish();
      } finally {
        store.close();
      }
    }),
    { numRuns: 150 },
  );
});
