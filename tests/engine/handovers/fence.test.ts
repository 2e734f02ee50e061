/** An agent hands over a task that it holds, held, or never held. */
import { describe, expect, test } from "vitest";
import type { Actor, IssueSeen } from "../../../src/engine/model/fact.ts";
import type { PersistedState } from "../../../src/engine/model/persisted-state.ts";
import { settingsSchema } from "../../../src/protocol/settings/config.ts";
import { changed, evidence, pullRequest } from "../../support/evidence.ts";
import { alice, decided, demo, handover, maria, person, start, task } from "../../support/issues.ts";

const ada = person("ada");
const bea = person("bea");
const shared = person("crew");
const settings = settingsSchema.parse({
  agents: {
    ada: { account: ada.id },
    bea: { account: bea.id },
    cleo: { account: shared.id },
    dan: { account: shared.id },
    eve: { account: alice.id, with_person: true },
    fay: { account: alice.id, with_person: true },
  },
  trust: { agents: ["BOT_ada", "BOT_hal", "U_hal"] },
});
/** Bots called as an agent of the roster, and as the next one, who is a listed account. */
const adaBot: Actor = { id: "BOT_ada", login: "ada[bot]", type: "Bot" };
const halBot: Actor = { id: "BOT_hal", login: "hal[bot]", type: "Bot" };
const hal = person("hal");
const roles = new Map(
  [ada, bea, shared, alice, maria, adaBot, halBot, hal].map(({ id }) => [`${demo.id} ${id}`, "write"]),
);
const good = evidence({ pullRequest: pullRequest({ files: [changed("src/a.ts")] }) });
const since = start + 500_000;

type Lease = NonNullable<PersistedState["lease"]>;

function holding(agent: string, { id, login }: Actor, more: Partial<Lease> = {}): Lease {
  return { holder: { agent, account: id, login }, token: 500, since, assigned: true, ...more };
}

/** The handover of #12 by `author`, whose envelope says `envelope`. */
function handedOverBy(author: Actor, envelope: object = {}, says = {}): IssueSeen {
  const seen = handover(60, "#12", { author, says });
  const block = `\n\n\`\`\`signalbox\n${JSON.stringify({ v: "1.1", ...envelope })}\n\`\`\`\n`;
  return { ...seen, body: `${seen.body}${block}` };
}

function judged(lease: Lease | undefined, seen: IssueSeen) {
  const free = task(12, { assignees: lease === undefined ? [] : [{ ...ada, id: lease.holder.account }] });
  const [known] = decided([free], { roles }, { settings }).records;
  if (known === undefined) throw new Error("no record");
  const { lease: _, ...persisted } = known.persisted;
  const record = { ...known, persisted: { ...persisted, ...(lease === undefined ? {} : { lease }) } };
  const records = new Map([[record.seen.id, record]]);
  const decision = decided([free, seen], { roles, records }, { settings }, { I_60: good });
  const check = decision.effects.find(({ effect }) => effect.type === "ShowCheck")?.effect;
  return {
    isAccepted: decision.records.find(({ seen }) => seen.number === 60)?.persisted.settled !== undefined,
    summary: check?.type === "ShowCheck" ? check.summary : "",
  };
}

describe("AG19 a complete handover by an agent counts only under the lease in force", () => {
  test.each<readonly [string, Lease | undefined, IssueSeen]>([
    ["the holder, with its token", holding("ada", ada), handedOverBy(ada, { from: "ada", lease: 500 })],
    ["the holder, with its token as text", holding("ada", ada), handedOverBy(ada, { lease: "500" })],
    ["the holder, without a token", holding("ada", ada), handedOverBy(ada)],
    ["a bot that is only listed and holds it", holding("hal", halBot), handedOverBy(halBot)],
    ["an agent, while nobody holds it", undefined, handedOverBy(bea, { lease: 3 })],
    ["a person", holding("ada", ada), handedOverBy(maria)],
    ["a person, with the token in force", holding("ada", ada), handedOverBy(maria, { lease: 500 })],
    ["the person with whom agents share the login", holding("eve", alice), handedOverBy(alice)],
    [
      "an agent on a person's login, with its token",
      holding("eve", alice),
      handedOverBy(alice, { from: "eve", lease: 500 }),
    ],
    ["the holder of a shared account", holding("cleo", shared), handedOverBy(shared, { from: "cleo" })],
    [
      "the holder, with the token from before the index was lost",
      holding("ada", ada, { confirms: 100 }),
      handedOverBy(ada, { lease: 101 }),
    ],
  ])("by %s: accepted", (_, lease, seen) => {
    expect(judged(lease, seen)).toMatchObject({ isAccepted: true });
  });

  test.each<readonly [string, Lease, IssueSeen, string]>([
    ["another agent", holding("ada", ada), handedOverBy(bea), "held-by-another"],
    [
      "another agent that gives the holder's token",
      holding("ada", ada),
      handedOverBy(bea, { lease: 500 }),
      "held-by-another",
    ],
    [
      "a bot whose login without the suffix is the holder's name",
      holding("ada", ada),
      handedOverBy(adaBot, { lease: 500 }),
      "held-by-another",
    ],
    ["a bot called as the holder's account", holding("hal", hal), handedOverBy(halBot), "held-by-another"],
    ["an account called as the holding bot", holding("hal", halBot), handedOverBy(hal), "held-by-another"],
    [
      "another agent of the account",
      holding("cleo", shared),
      handedOverBy(shared, { from: "dan" }),
      "held-by-another",
    ],
    [
      "the holder under an earlier lease",
      holding("ada", ada),
      handedOverBy(ada, { lease: 499 }),
      "lease-ended",
    ],
    [
      "an agent on a person's login under a lease that another agent's followed",
      holding("eve", alice),
      handedOverBy(alice, { from: "fay", lease: 300 }),
      "lease-ended",
    ],
    [
      "a person who gives the token of an earlier lease",
      holding("ada", ada),
      handedOverBy(maria, { lease: 3 }),
      "lease-ended",
    ],
    [
      "a token that was never given",
      holding("ada", ada, { confirms: 100 }),
      handedOverBy(ada, { lease: 501 }),
      "lease-ended",
    ],
    [
      "a token from before somebody else was assigned",
      holding("ada", ada, { confirms: 100 }),
      handedOverBy(ada, { lease: 99 }),
      "lease-ended",
    ],
  ])("by %s: refused, naming the holder", (_, lease, seen, why) => {
    const { isAccepted, summary } = judged(lease, seen);
    const name = `\`${lease.holder.agent}\``;
    expect(isAccepted).toBe(false);
    expect(summary).toContain(
      why === "lease-ended"
        ? `The lease that it names has ended: ${name} holds \`#12\` since 2026-01-01 00:08 UTC, under another token.`
        : `${name} holds \`#12\` since 2026-01-01 00:08 UTC, so only ${name} or a person hands it over.`,
    );
  });

  test("a part of the work may be reported by anyone", () => {
    const partial = handedOverBy(bea, {}, { Status: "partial" });
    expect(judged(holding("ada", ada), partial).summary).not.toContain("holds");
  });
});

describe("AG19 an agent that is assigned holds its task before a handover of it counts", () => {
  const assigned = task(12, { assignees: [ada] });

  test.each<readonly [string, IssueSeen, boolean]>([
    ["by another agent: refused", handedOverBy(bea), false],
    ["by that agent: accepted", handedOverBy(ada), true],
    ["by a person: accepted", handedOverBy(maria), true],
  ])("AG27 both read at once, as when the index was lost, %s", (_, seen, isAccepted) => {
    const { records } = decided([assigned, seen], { roles }, { settings }, { I_60: good });
    const [before, work] = records.map(({ persisted }) => persisted);
    expect(before?.lease?.holder.agent).toBe("ada");
    expect(work?.settled !== undefined).toBe(isAccepted);
  });
});
