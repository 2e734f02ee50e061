/** Words on contracts and handovers count for the text, and the work, that their author was shown. */
import { describe, expect, it } from "vitest";
import type { IssueSeen } from "../../../src/engine/model/fact.ts";
import { emptyPersistedState, type PersistedState } from "../../../src/engine/model/persisted-state.ts";
import type { Evidence } from "../../../src/handover/evidence.ts";
import { formatTextName, formatWorkName, hashWork } from "../../../src/protocol/commands/text-name.ts";
import { ada, bea, contract, decideOn, held, keptOf, says } from "../../support/contract-issues.ts";
import { changed, evidence, head, nextHead, pullRequest } from "../../support/evidence.ts";
import { alice, decided, effectsOn, handover, maria, start, task } from "../../support/issues.ts";
import { hour, minute, second } from "../../support/matters.ts";

describe("an agreement", () => {
  const tasks = [held(12, ada), held(13, bea)];
  const agreedTo = (changes: Partial<IssueSeen>, first = "/ack", other = "/ack") =>
    keptOf(
      decideOn([
        ...tasks,
        contract(20, { comments: [says(ada, first, 2), says(bea, other, 2)], ...changes }),
      ]),
      20,
    ).outcome;
  const edited = { editor: alice, editedAt: start + hour };
  const renamed = { renamed: { at: start + hour, by: alice } };

  it("counts where nobody changed the contract", () => {
    expect(agreedTo({})).toMatchObject({ result: "carried", version: { hash: contract(20).textHash } });
  });

  it.each([
    ["an edit an hour before the words", edited],
    ["a rename alone", renamed],
    ["an edit one second before the words", { ...edited, editedAt: start + 2 * hour - second }],
    ["an edit after the words", { ...edited, editedAt: start + 2 * hour + minute }],
  ])("does not count after %s", (_, changes) => {
    expect(agreedTo(changes)).toBeUndefined();
  });

  it("counts after an edit where both words name the text", () => {
    const name = formatTextName(contract(20).textHash);
    expect(agreedTo(edited, `/ack ${name}`, `/ack ${name} because it fits`)).toMatchObject({
      result: "carried",
    });
    const another = formatTextName("0".repeat(64));
    expect(agreedTo(edited, `/ack ${name}`, `/ack ${another}`)).toBeUndefined();
  });
});

describe("an acceptance despite the verdict", () => {
  const work = (headSha: string, baseRef = "main"): Evidence =>
    evidence({ pullRequest: pullRequest({ files: [changed("src/a.ts")], headSha, baseRef }), checkRuns: [] });
  const accepts = (at: number) => ({
    id: `IC_${at}`,
    author: maria,
    text: "/accept because it is urgent",
    createdAt: start + at,
  });
  const at = (found: Evidence, persisted: Partial<PersistedState>, changes: Partial<IssueSeen> = {}) => {
    const status = {
      id: "IC_s",
      key: "status",
      text: "",
      persisted: { ...emptyPersistedState, ...persisted },
      createdAt: start,
      isMinimized: false,
    };
    const seen = handover(60, "#12", { own: [status], ...changes });
    return decided([task(12), seen], {}, {}, { I_60: found });
  };
  const memoryOf = (decision: ReturnType<typeof at>) =>
    decision.records.find(({ seen }) => seen.number === 60)?.persisted;
  const looked = { commit: head, base: "main", at: start + hour };

  it("counts for the commits that stood there, with title and text", () => {
    const { settled } = memoryOf(at(work(head), { looked }, { comments: [accepts(2 * hour)] })) ?? {};
    expect(settled).toMatchObject({ commit: head, version: { hash: handover(60, "#12").textHash } });
  });

  it("counts neither for a push nor for another base that came in between, which the reply names", () => {
    for (const found of [work(nextHead), work(head, "release")]) {
      const decision = at(found, { looked }, { comments: [accepts(2 * hour)] });
      expect(memoryOf(decision)?.settled?.by).toBeUndefined();
      const reply = [...effectsOn(decision, 60)].find(([slot]) => slot.startsWith("reply"))?.[1];
      expect(reply?.type === "AddComment" ? reply.text : "").toContain(
        found.pullRequest?.headSha.slice(0, 10),
      );
    }
  });

  it("counts for the new commits once they were looked at before the word", () => {
    const first = memoryOf(at(work(nextHead), { looked }, { comments: [accepts(2 * hour)] }));
    expect(first?.looked).toEqual({ commit: nextHead, base: "main", at: start + 2 * hour });
    const again = [accepts(2 * hour), accepts(3 * hour)];
    const { settled } = memoryOf(at(work(nextHead), first ?? {}, { comments: again })) ?? {};
    expect(settled).toMatchObject({ commit: nextHead });
  });

  describe("that names its work", () => {
    const { textHash } = handover(60, "#12");
    const named = (work: { readonly textHash?: string; readonly head?: string; readonly base?: string }) => ({
      ...accepts(hour),
      text: `/accept ${formatWorkName(hashWork({ textHash, head, base: "main", ...work }))} because it is urgent`,
    });
    const replyIn = (decision: ReturnType<typeof at>): string => {
      const reply = [...effectsOn(decision, 60)].find(([slot]) => slot.startsWith("reply"))?.[1];
      return reply?.type === "AddComment" ? reply.text : "";
    };

    it("counts in the very second in which the work was first looked at, and before", () => {
      for (const since of [hour, 2 * hour]) {
        const seen = { ...looked, at: start + since };
        const { settled } = memoryOf(at(work(head), { looked: seen }, { comments: [named({})] })) ?? {};
        expect(settled).toMatchObject({ commit: head, base: "main", version: { hash: textHash } });
      }
    });

    it("counts for a text that was edited before, as it names that text", () => {
      const renamed = { renamed: { at: start + hour, by: alice } };
      const { settled } = memoryOf(at(work(head), { looked }, { comments: [named({})], ...renamed })) ?? {};
      expect(settled?.by).toBeDefined();
    });

    it.each([
      ["other commits", { head: nextHead }],
      ["another base", { base: "release" }],
      ["another text", { textHash: "0".repeat(64) }],
      ["no pull request", { head: "", base: "" }],
    ])("does not count for %s, and one line says what is there now", (_, other) => {
      const decision = at(work(head), { looked: { ...looked, at: start } }, { comments: [named(other)] });
      expect(memoryOf(decision)?.settled?.by).toBeUndefined();
      expect(replyIn(decision)).toContain('"isAltered":false');
      expect(replyIn(decision)).toContain(`"work":{"commit":"${head.slice(0, 10)}","base":"main"}`);
    });

    it("does not count without the work, where a pull request is there now", () => {
      const gone = evidence({ pullRequest: undefined, checkRuns: [] });
      const decision = at(gone, {}, { comments: [named({})] });
      expect(memoryOf(decision)?.settled?.by).toBeUndefined();
      expect(memoryOf(at(gone, {}, { comments: [named({ head: "", base: "" })] }))?.settled).toBeDefined();
    });
  });

  it("does not count for a handover that was renamed since it was opened", () => {
    const renamed = { renamed: { at: start + hour, by: alice } };
    const decision = at(work(head), { looked }, { comments: [accepts(2 * hour)], ...renamed });
    expect(memoryOf(decision)?.settled?.by).toBeUndefined();
  });
});
