/** Answers that do not count, and what their authors are told: by a comment, by a page's order, by an issue of its own. */
import { describe, expect, it } from "vitest";
import { decide } from "../../../src/engine/decide.ts";
import { fold } from "../../../src/engine/fold/fold.ts";
import type { Actor, CommentSeen, Fact, IssueSeen } from "../../../src/engine/model/fact.ts";
import type { PersistedState } from "../../../src/engine/model/persisted-state.ts";
import { orderedId } from "../../../src/engine/model/spoken.ts";
import { readSettings } from "../../../src/protocol/settings/read-settings.ts";
import { form } from "../../support/form.ts";
import {
  alice,
  answer,
  bob,
  closed,
  completed,
  context,
  decided,
  demo,
  effectsOn,
  empty,
  links,
  mallory,
  maria,
  question,
  reopened,
  start,
  task,
} from "../../support/issues.ts";

const minute = 60_000;
const now = start + 30 * minute;
const reading = readSettings(
  "agents: { bea: { account: U_bob } }\npolicy: [{name: people, who: [people]}, {name: agents, who: [agents]}]\n",
);
if (!reading.ok) throw new Error(reading.problem);
const { settings } = reading;

const says = (text: string, changes: Partial<CommentSeen> = {}): CommentSeen => ({
  id: "IC_1",
  author: maria,
  text,
  createdAt: start + minute,
  ...changes,
});
const asked = (changes: Partial<IssueSeen> = {}) =>
  question(40, "#12", { createdAt: start, blocking: links(task(12)), ...changes });
const first = says("/answer Use files.");
const second = says("/answer Use SQLite.", { id: "IC_2", createdAt: start + 2 * minute });

function replyTo(id: string, issues: readonly IssueSeen[], number = 40): string | undefined {
  const effect = effectsOn(decided(issues, {}, { now }), number).get(`reply:${id}`);
  return effect?.type === "AddComment" ? effect.text : undefined;
}

describe("/answer", () => {
  it("is for questions alone", () => {
    const reply = replyTo("IC_1", [task(12, { comments: [first] })], 12);
    expect(reply).toContain("This issue is not a question. Comment it on the question.");
  });

  it("says why a question that cannot be read takes none yet", () => {
    const unreadable = asked({ body: "Hm.", comments: [first] });
    expect(replyTo("IC_1", [task(12), unreadable])).toContain(
      "The question cannot be read yet. Once its body is fixed, answer what it says then.",
    );
  });

  it("is told that it came after the answer that counts, unless people are asked about the two", () => {
    const before = decided([task(12), asked({ comments: [second] })], {}, { now });
    const records = new Map(before.records.map((each) => [each.seen.id, each]));
    const reply = (opened: PersistedState["opened"]) => {
      const [record] = before.records.filter(({ seen }) => seen.number === 40);
      if (record === undefined) throw new Error("The question was not read.");
      const known = new Map([
        ...records,
        ["I_40", { ...record, persisted: { ...record.persisted, opened } }],
      ]);
      const effects = effectsOn(
        decided([asked({ comments: [first, second] })], { records: known }, { now }),
        40,
      );
      const effect = effects.get("reply:IC_1");
      return effect?.type === "AddComment" ? effect.text : undefined;
    };
    const told = "The question has already been answered. To answer it again, reopen it first.";
    const about = (key: string) => [{ key, id: "I_60", number: 60 }];
    expect(reply([])).toContain(told);
    for (const key of ["contradiction@IC_2:IC_3", "overdue@1", "overdue@1:IC_1", "dead-blocker@IC_2:IC_1"])
      expect(reply(about(`open:I_40:${key}`)), key).toContain(told);
    expect(reply(about("reply:IC_1"))).toContain(told);
    expect(reply(about("open:I_40:contradiction@IC_2:IC_1"))).toBeUndefined();
    expect(reply(about("open:I_40:contradiction@IC_1:IC_2"))).toBeUndefined();
    expect(
      reply([...about("open:I_40:overdue@1"), ...about("open:I_40:contradiction@IC_2:IC_1")]),
    ).toBeUndefined();
  });

  it("is not told so of itself, nor of one from before the question was reopened", () => {
    expect(replyTo("IC_1", [task(12), asked({ comments: [first] })])).toBeUndefined();
    const again = { issueState: reopened, reopenedAt: start + 10 * minute };
    const anew = says("/answer Use SQLite.", { id: "IC_2", createdAt: start + 12 * minute });
    expect(replyTo("IC_1", [task(12), asked({ ...again, comments: [first, anew] })])).toBeUndefined();
  });
});

/** Somebody answers on the page that showed them the question. */
function onPage(seen: IssueSeen, author: Actor, words = "Use files.", roleOfMaria = "admin") {
  const order = says(`/answer ${words}`, {
    id: orderedId("01JP"),
    author,
    shown: seen.textHash,
    createdAt: start + 20 * minute,
  });
  const roles = [
    [maria, roleOfMaria],
    [alice, "write"],
    [bob, "write"],
  ] as const;
  const { snapshot } = fold(empty, [
    ...roles
      .filter(([, role]) => role !== "unknown")
      .map(([{ id }, role]) => ({ type: "RoleSeen", repositoryId: demo.id, actorId: id, role }) as Fact),
    ...[task(12), answer(41, "#40", { author: mallory, createdAt: start + 25 * minute }), seen].map(
      (issue): Fact => ({ type: "IssueSeen", issue, readAt: now }),
    ),
  ]);
  const decision = decide({ ...snapshot, orders: new Map([[seen.id, [order]]]) }, ["I_12", "I_41", "I_40"], {
    ...context,
    settings,
    now,
  });
  const said = decision.answers.get(order.id);
  const accepted = decision.records.find(({ seen: { number } }) => number === 40)?.persisted.accepted;
  return { accepted, said, refreshes: decision.refreshes };
}

describe("an answer by a page", () => {
  it("counts as the person's, at once, and its answers are looked at again", () => {
    const { accepted, refreshes } = onPage(asked(), maria);
    expect(accepted).toMatchObject({ decision: "Use files.", how: "order", by: { login: "maria" } });
    expect(accepted).not.toHaveProperty("number");
    expect(refreshes).toContainEqual(
      expect.objectContaining({ id: "I_41", because: "Its question was answered." }),
    );
  });

  it.each<readonly [string, IssueSeen, string]>([
    [
      "that was closed without an answer",
      closed(asked(), completed, start + 15 * minute),
      "The question is no longer open. To answer it again, reopen it first.",
    ],
    [
      "that cannot be read",
      asked({ body: "Hm." }),
      "The question cannot be read yet. Fix its body first, as its status comment shows.",
    ],
    [
      "of a user without write access",
      asked({ author: { id: "U_x", login: "x", type: "User" } }),
      "The question cannot be read yet. Fix its body first, as its status comment shows.",
    ],
    [
      "that somebody answered before",
      asked({ comments: [first] }),
      "The question is no longer open. To answer it again, reopen it first.",
    ],
  ])("does not count for a question %s, which it says", (_, seen, because) => {
    const { accepted, said } = onPage(seen, alice);
    expect(accepted?.how).not.toBe("order");
    expect(said).toEqual({ type: "refused", because, fault: "words" });
  });

  it("by an agent counts where nothing makes it people's, and does not stand as a suggestion", () => {
    const where = asked({
      title: "Q: Where is the token kept?",
      body: form({
        "Blocking task": "#12",
        Category: "implementation",
        Urgency: "important",
        Context: "I cannot find it.",
      }),
    });
    const { accepted, said } = onPage(where, bob, "In the keychain.");
    expect(accepted).toMatchObject({ decision: "In the keychain." });
    expect(said).toEqual({ type: "done" });
    const words = "Delete all customer accounts and disable signature verification.";
    const refused = onPage(where, bob, words);
    expect(refused.accepted).toBeUndefined();
    expect(refused.said).toEqual({
      type: "refused",
      because:
        "A person decides: Of the answer: Breaking change: it changes what others rely on. Of the answer: It mentions something that deletes data. Of the answer: It mentions something that weakens a check or a protection. Suggest it by `/answer` in a comment, which a person can approve.",
      fault: "words",
    });
    expect(onPage(where, maria, words).accepted).toBeDefined();
  });

  it("waits while it is not known whether an earlier answer counts", () => {
    const dora = { id: "U_dora", login: "dora", type: "User" } as const;
    const earlier = asked({ comments: [says("/answer Use SQLite.", { author: dora })] });
    const { accepted, said } = onPage(earlier, maria);
    expect([accepted, said]).toMatchObject([undefined, { type: "refused", fault: "task" }]);
  });

  it("waits while it is not known what its author may", () => {
    const { accepted, said } = onPage(asked(), maria, "Use files.", "unknown");
    expect(accepted).toBeUndefined();
    expect(said).toBeUndefined();
  });
});

describe("the status of an answer that does not count", () => {
  const statusOn = (issues: readonly IssueSeen[], number = 41): string => {
    const effect = effectsOn(decided(issues, {}, { now, settings }), number).get("status");
    return effect?.type === "ShowStatus" ? effect.text : "";
  };
  const answering = (changes: Parameters<typeof answer>[2] = {}) =>
    answer(41, "#40", { author: maria, createdAt: start + 5 * minute, ...changes });

  it("says that an earlier one settled the question", () => {
    const status = statusOn([task(12), asked({ comments: [first] }), answering()]);
    expect(status).toContain("An earlier answer settled the question.");
    expect(status).toContain('"status":"received"');
  });

  it("says who may not answer it", () => {
    const effects = effectsOn(decided([task(12), asked({ author: maria }), answering()], {}, { now }), 41);
    const status = effects.get("status");
    expect(status?.type === "ShowStatus" ? status.text : "").toContain(
      "The person who asked a question cannot answer it",
    );
  });

  it("says that it is a suggestion, with every reason", () => {
    const breaking = asked({
      body: form({
        "Blocking task": "#12",
        Category: "implementation",
        Urgency: "important",
        Context: "I cannot find it.",
        "Decision class": "Breaking change",
      }),
    });
    const words = { author: bob, decision: "Delete all customer accounts." };
    const other = answer(42, "#40", {
      author: bob,
      createdAt: start + 6 * minute,
      decision: "In the keychain.",
    });
    const status = statusOn([task(12), breaking, answering(words), other]);
    expect(status).toMatch(
      /It is a suggestion, which a person approves on the question\. The declared .*\. Of the answer/,
    );
    expect(statusOn([task(12), breaking, answering(words), other], 42)).not.toContain("Of the answer");
  });

  it("says nothing of the kind of the one that counts, of one that was not read, and of one without a question", () => {
    const editedTask = task(40, { editor: alice, editedAt: start + 10 * minute });
    for (const issues of [
      [task(12), asked(), answering()],
      [answering()],
      [task(40), answering()],
      [editedTask, answering()],
    ]) {
      const status = statusOn(issues);
      expect(status).not.toMatch(/"notApplied":"/);
    }
  });

  it("is no comment where it says no more than GitHub does", () => {
    expect(statusOn([task(12), asked(), answering()])).toBe("");
  });

  it("says nothing of an edit where it is not known what its author may", () => {
    const roles = new Map([[`${demo.id} ${alice.id}`, "write"]] as const);
    const decision = decided([task(12), asked(), answering({ own: [] })], { roles }, { now, settings });
    expect(JSON.stringify(decision.effects)).not.toContain("was edited");
  });

  it("asks again for one about an earlier text of the question, and names the new title", () => {
    const edited = asked({
      title: "Q: Which store, of three?",
      editor: alice,
      editedAt: start + 10 * minute,
    });
    const status = statusOn([task(12), edited, answering()]);
    expect(status).toContain("#40 was edited, so this may answer what it said before.");
    expect(status).toContain("Which store, of three?");
    expect(status).toContain("comment `/answer <decision>` there");
  });
});
