/** Who changes a text makes it theirs, by an edit or by a rename: what a login made of a text is not settled by its own word. */
import { describe, expect, test } from "vitest";
import { rulingOn, whyNotChanger } from "../../../src/engine/admission/authority.ts";
import { mayBeOwnAgents } from "../../../src/engine/admission/own-words.ts";
import type { Voice } from "../../../src/engine/admission/speaking/voice.ts";
import { askersIn, makersOfText } from "../../../src/engine/admission/text-makers.ts";
import { mayBeOwnWork } from "../../../src/engine/handovers/confirmations.ts";
import type { Actor, CommentSeen, IssueSeen } from "../../../src/engine/model/fact.ts";
import type { IssueRecord } from "../../../src/engine/model/snapshot.ts";
import { formatTextName } from "../../../src/protocol/commands/text-name.ts";
import { readSettings } from "../../../src/protocol/settings/read-settings.ts";
import { recordIn, viewWith } from "../../support/admission-records.ts";
import { form } from "../../support/form.ts";
import {
  alice,
  bob,
  context,
  decided,
  effectsOn,
  escalation,
  handover,
  issue,
  mallory,
  maria,
  question,
  start,
  task,
  us,
} from "../../support/issues.ts";

const hour = 3_600_000;
const now = start + 6 * hour;

function contextWith(yaml: string) {
  const reading = readSettings(yaml);
  if (!reading.ok) throw new Error(reading.problem);
  return { ...context, now, settings: reading.settings };
}

const says = (author: Actor, text: string): CommentSeen => ({
  id: `IC_${author.login}`,
  commentNumber: 1,
  author,
  text,
  createdAt: start + 5 * hour,
});

const decideOn = (seen: IssueSeen, yaml: string) => decided([task(12), seen], {}, contextWith(yaml));
const recordOf = (seen: IssueSeen, yaml = ""): IssueRecord => {
  const found = decideOn(seen, yaml).records.find(({ seen: { number } }) => number === seen.number);
  if (found === undefined) throw new Error("It was not read.");
  return found;
};
const kept = (seen: IssueSeen, yaml: string) => recordOf(seen, yaml).persisted;
const replyOn = (seen: IssueSeen, yaml: string): string =>
  [...effectsOn(decideOn(seen, yaml), seen.number).values()]
    .flatMap((effect) => (effect.type === "AddComment" && /^reply/.test(effect.marker) ? effect.text : []))
    .join("\n");

const asked = (changes: Partial<IssueSeen>) =>
  question(40, "#12", {
    author: alice,
    title: "Q: Where is the token kept?",
    body: form({
      "Blocking task": "#12",
      Category: "implementation",
      Urgency: "important",
      Context: "I cannot find it.",
    }),
    ...changes,
  });
const raised = (changes: Partial<IssueSeen>) => escalation(40, "#12", { author: alice, ...changes });
const vote = (changes: Partial<IssueSeen>, voters = "bea", needs = "1") =>
  issue(40, {
    title: "Vote: which store?",
    labels: ["kind:vote"],
    author: alice,
    body: form({
      Question: "Which store?",
      Options: "1. SQLite.\n2. Files.",
      Voters: voters,
      Needs: needs,
      "Blocking task": "#12",
    }),
    ...changes,
  });

const edit = (by: Actor): Partial<IssueSeen> => ({ editor: by, editedAt: start + 4 * hour });
const rename = (by: Actor): Partial<IssueSeen> => ({ renamed: { at: start + 4 * hour, by } });
const changes = [
  ["edit", edit],
  ["rename", rename],
] as const;

const agents =
  "agents: { ada: { account: U_alice }, bea: { account: U_bob } }\npolicy: [{name: people, who: [people]}, {name: agents, who: [agents]}]\n";

test("who changed a question of a deleted account does not answer it, and is told why and what else there is", () => {
  const given = viewWith([task(12), asked({ author: undefined, ...edit(bob) })]);
  const ruling = rulingOn(given, recordIn(given, 40), bob, contextWith(agents));
  expect(ruling).toMatchObject({
    allowed: false,
    because: expect.stringContaining("bob changed this question"),
  });
  const other = /someone else with write access has to settle it\.$/;
  expect(whyNotChanger(bob, "vote")).toMatch(other);
  expect(whyNotChanger({ ...bob, speaker: { type: "agent", name: "bea", proof: "said" } }, "vote")).toMatch(
    other,
  );
  expect(whyNotChanger({ ...bob, speaker: { type: "person" } }, "vote")).toContain(
    "an admin names the agents",
  );
});

describe.each(changes)("an agent's %s", (_, by) => {
  test("of another's question keeps it from answering, and the reply says why", () => {
    const word = { comments: [says(bob, "/answer In the keychain.")] };
    expect(kept(asked(word), agents).accepted).toBeDefined();
    expect(kept(asked({ ...word, ...by(bob) }), agents).accepted).toBeUndefined();
    expect(replyOn(asked({ ...word, ...by(bob) }), agents)).toContain(
      "changed this question, so it asks in their words",
    );
  });

  test("of another's vote keeps its vote from carrying it alone, and not with another login's", () => {
    const word = { comments: [says(bob, "/vote 1")] };
    expect(kept(vote(word), agents).outcome).toBeDefined();
    expect(kept(vote({ ...word, author: bob }), agents).outcome).toBeUndefined();
    expect(kept(vote({ ...word, ...by(bob) }), agents).outcome).toBeUndefined();
    const name = formatTextName(vote(by(bob), "ada, bea", "2").textHash);
    const both = { comments: [says(bob, "/vote 1"), says(alice, `/vote ${name} 1`)], ...by(bob) };
    expect(kept(vote(both, "ada, bea", "2"), agents).outcome).toBeDefined();
  });

  test("of what somebody else asked makes the person's page the only place, on a login that both use", () => {
    const shared = "agents: { ada: { account: U_maria, with_person: true }, bea: { account: U_bob } }\n";
    const settles = (opened: (changed: Partial<IssueSeen>) => IssueSeen, word: string) => {
      const seen = opened({ author: bob, ...by(maria) });
      const named = word.replace(/^\/\w+/, `$& ${formatTextName(seen.textHash)}`);
      const {
        accepted,
        decided: chosen,
        outcome,
      } = kept({ ...seen, comments: [says(maria, named)] }, shared);
      return accepted ?? chosen ?? outcome;
    };
    expect(settles(asked, "/answer Yes.")).toBeUndefined();
    expect(settles(raised, "/decide 1")).toBeUndefined();
    expect(settles(vote, "/decide 1")).toBeUndefined();
    const unsure: Voice = { ...maria, speaker: { type: "person", mayBeAgent: true } };
    const given = viewWith([task(12, { author: bob }), handover(40, "#12", { author: bob, ...by(maria) })]);
    expect(mayBeOwnAgents(given, recordIn(given, 40), unsure)).toBe(true);
  });

  test("of a stranger's text keeps its login from approving it", () => {
    const stranger = (changed: Partial<IssueSeen>) => asked({ author: mallory, ...changed });
    const approves = (changed: Partial<IssueSeen>) => {
      const seen = stranger(changed);
      return kept({ ...seen, comments: [says(maria, `/approve ${seen.textHash}`)] }, shared).admitted;
    };
    const shared = "agents: { ada: { account: U_maria, with_person: true } }\n";
    expect(approves({})).toMatchObject({ by: maria.id });
    expect(approves(by(maria))?.approver).toBeUndefined();
  });

  test("of a handover makes its `verify` a result of its own work", () => {
    const work = (changed: Partial<IssueSeen>) => ({
      handover: recordOf(handover(40, "#12", { author: alice, ...changed }), agents),
      task: undefined,
    });
    const view = viewWith([task(12)]);
    expect(mayBeOwnWork(view, work({}), bob, contextWith(agents))).toBe(false);
    expect(mayBeOwnWork(view, work(by(bob)), bob, contextWith(agents))).toBe(true);
    expect(mayBeOwnWork(view, work(by(maria)), maria, contextWith(agents))).toBe(false);
  });
});

describe.each(changes)("without a roster, whose %s a login's is nobody knows, so it", (_, by) => {
  test.each([
    ["a question", asked, "/answer Yes.", "question"],
    ["an escalation", raised, "/decide 1", "escalation"],
    ["a vote", (seen: Partial<IssueSeen>) => vote(seen, "people"), "/decide 1", "vote"],
  ] as const)("settles nothing about %s, until the settings name the agents", (_, opened, word, name) => {
    const changed = opened({ comments: [says(bob, word)], ...by(bob) });
    const isSettled = (yaml: string) => {
      const { accepted, decided: chosen, outcome } = kept(changed, yaml);
      return (accepted ?? chosen ?? outcome) !== undefined;
    };
    expect(isSettled("")).toBe(false);
    expect(replyOn(changed, "")).toContain(`changed this ${name}, so it asks in their words`);
    expect(replyOn(changed, "")).toContain("an admin names the agents in the settings");
    expect(isSettled("agents: { ada: { account: U_ada } }\n")).toBe(true);
  });

  test("carries no vote alone", () => {
    const changed = vote({ comments: [says(bob, "/vote 1")], ...by(bob) }, "people");
    expect(kept(changed, "").outcome).toBeUndefined();
    expect(kept(changed, "agents: { ada: { account: U_ada } }\n").outcome).toBeDefined();
    expect(kept(vote({ comments: [says(bob, "/vote 1")] }, "people"), "").outcome).toBeDefined();
  });
});

describe("who made a text", () => {
  const idsIn = (seen: IssueSeen) => {
    const view = viewWith([task(12), seen]);
    return makersOfText(view, recordIn(view, 40), contextWith(agents)).map(({ id }) => id);
  };

  test("is its author, who edited it last, and who renamed it last, each as a voice", () => {
    expect(idsIn(asked({}))).toEqual([alice.id]);
    expect(idsIn(asked({ ...edit(bob), ...rename(maria) }))).toEqual([alice.id, bob.id, maria.id]);
    expect(idsIn(asked({ author: undefined, ...rename(bob) }))).toEqual([bob.id]);
    expect(idsIn(asked({ renamed: { at: start + hour } }))).toEqual([alice.id]);
  });

  test("is not the App where it changed what others wrote", () => {
    expect(idsIn(asked({ ...edit(us), ...rename(us) }))).toEqual([alice.id]);
    expect(idsIn(asked({ author: us, ...edit(us) }))).toEqual([us.id]);
  });

  test("and of these only an account that may be an agent's asks by a change", () => {
    const { settings } = contextWith(agents);
    const askers = (seen: IssueSeen, known = settings) => askersIn({ seen }, known).map(({ id }) => id);
    expect(askers(asked({ author: maria, ...edit(bob) }))).toEqual([maria.id, bob.id]);
    expect(askers(asked({ ...edit(maria), ...rename(maria) }))).toEqual([alice.id]);
    expect(askers(asked(edit(maria)), context.settings)).toEqual([alice.id, maria.id]);
    expect(askers(asked({ author: undefined, ...edit(bob) }))).toEqual([bob.id]);
  });
});
