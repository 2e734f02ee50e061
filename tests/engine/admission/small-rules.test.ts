/** The small rules of admission, and whose role is looked up, on records of every state. */
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { actorsToCheck } from "../../../src/engine/admission/actors.ts";
import { admitBody } from "../../../src/engine/admission/admit-body.ts";
import { adoptOpened } from "../../../src/engine/admission/adopt-opened.ts";
import { exchangesIn, newMutes } from "../../../src/engine/admission/bot-exchanges.ts";
import { admission } from "../../../src/engine/admission/feature.ts";
import { liftMutes } from "../../../src/engine/admission/lift-mutes.ts";
import { admissionSlice } from "../../../src/engine/admission/persisted.ts";
import { settleKind } from "../../../src/engine/admission/settle-kind.ts";
import { keepSigned } from "../../../src/engine/admission/speaking/keep-signed.ts";
import { proofOfComment, shortKey } from "../../../src/engine/admission/speaking/proof.ts";
import { signatureFailures, speakerOf } from "../../../src/engine/admission/speaking/speaker.ts";
import {
  isSameSpeaker,
  keyedName,
  keyOfLogin,
  unprovenReason,
  type Voice,
  voiceOfAuthor,
  voiceOfComment,
} from "../../../src/engine/admission/speaking/voice.ts";
import type { Actor, CommentSeen, IssueSeen, SignatureSeen } from "../../../src/engine/model/fact.ts";
import type { PersistedState } from "../../../src/engine/model/persisted-state.ts";
import type { IssueRecord } from "../../../src/engine/model/snapshot.ts";
import { orderedId } from "../../../src/engine/model/spoken.ts";
import { authorityWith, recordIn, viewWith } from "../../support/admission-records.ts";
import {
  alice,
  answer,
  bob,
  closed,
  completed,
  demo,
  escalation,
  issue,
  mallory,
  maria,
  person,
  question,
  start,
  task,
  us,
} from "../../support/issues.ts";
import { adaKey, strangersKey } from "../../support/public-keys.ts";

const minute = 60_000;
const authority = authorityWith(`
agents:
  ada: { account: U_shared, key: "${adaKey}" }
  cleo: { account: U_own }
  dora: { account: U_team }
  emil: { account: U_team }
  hal: { account: U_alice, with_person: true }
`);
const says = (id: string, author: Actor, text: string, changes: Partial<CommentSeen> = {}): CommentSeen => ({
  id,
  author,
  text,
  createdAt: start + minute,
  ...changes,
});

function on(
  changes: Partial<IssueSeen>,
  persisted: Partial<PersistedState> = {},
  others: readonly IssueSeen[] = [],
) {
  const view = viewWith([task(12), question(40, "#12", changes), ...others]);
  return { view, record: recordIn(view, 40, persisted), context: authority };
}

describe("whose role is looked up", () => {
  const newcomer = person("newcomer");
  const loginsFor = (
    subject: IssueSeen,
    persisted: Partial<PersistedState> = {},
    changes: Partial<IssueRecord> = {},
  ): readonly string[] => {
    const view = viewWith([task(12, { author: maria }), subject]);
    const record = { ...recordIn(view, subject.number, persisted), ...changes };
    const records = new Map([...view.records, [subject.id, record]]);
    return actorsToCheck({ ...view, records }, [subject.id])
      .map(({ login }) => login)
      .toSorted();
  };
  const asked = (...comments: readonly CommentSeen[]) => question(40, "#12", { comments });
  const by = (id: string) => ({ by: { id, login: id.slice(2) } });

  test.each<readonly [string, () => readonly string[], readonly string[]]>([
    ["its author's", () => loginsFor(asked()), ["alice"]],
    ["nobody's of what is no message", () => loginsFor(issue(40)), []],
    ["its editor's, too", () => loginsFor(question(40, "#12", { editor: bob })), ["alice", "bob"]],
    ["of an account that is gone none", () => loginsFor(question(40, "#12", { author: undefined })), []],
    [
      "that of who renamed it last",
      () => loginsFor(question(40, "#12", { renamed: { at: start + minute, by: bob } })),
      ["alice", "bob"],
    ],
    [
      "that of who renamed it before an edit, which adopts no title",
      () =>
        loginsFor(
          question(40, "#12", { renamed: { at: start, by: bob }, editor: maria, editedAt: start + minute }),
        ),
      ["alice", "bob", "maria"],
    ],
    ["that of who commands", () => loginsFor(asked(says("IC_1", bob, "/help"))), ["alice", "bob"]],
    ["not that of who only talks", () => loginsFor(asked(says("IC_1", bob, "Hello"))), ["alice"]],
    ["not that of who only is alive", () => loginsFor(asked(says("IC_1", bob, "/beat"))), ["alice"]],
    [
      "that of whose command stands where none counts",
      () => loginsFor(asked(says("IC_1", bob, "On Monday Maria wrote:\n\n/help"))),
      ["alice", "bob"],
    ],
    [
      "not after the command ran",
      () => loginsFor(asked(says("IC_1", bob, "/help")), { ran: ["IC_1"] }),
      ["alice"],
    ],
    [
      "not after it got a reaction",
      () => loginsFor(asked(says("IC_1", bob, "/help")), {}, { reactedTo: ["IC_1"] }),
      ["alice"],
    ],
    [
      "but of an answer that ran",
      () => loginsFor(asked(says("IC_1", bob, "/answer x")), { ran: ["IC_1"] }),
      ["alice", "bob"],
    ],
    [
      "but not of one that was turned down",
      () => loginsFor(asked(says("IC_1", bob, "/answer x")), { ran: ["IC_1"] }, { reactedTo: ["IC_1"] }),
      ["alice"],
    ],
    [
      "not of one that ran while another counts",
      () =>
        loginsFor(asked(says("IC_1", maria, "/answer x")), {
          ran: ["IC_1"],
          accepted: { ...by("U_bob"), word: "IC_9", at: start },
        } as never),
      ["alice", "bob"],
    ],
    [
      "of an answer among others that ran",
      () => loginsFor(asked(says("IC_1", bob, "/help\n/answer x")), { ran: ["IC_1"] }),
      ["alice", "bob"],
    ],
    [
      "that of whose answer counts",
      () => loginsFor(asked(), { accepted: { ...by("U_bob"), word: "IC_9", at: start } } as never),
      ["alice", "bob"],
    ],
    [
      "not once the question is closed",
      () =>
        loginsFor(closed(asked(), completed, start + minute), {
          accepted: { ...by("U_bob"), word: "IC_9", at: start },
          ballots: [by("U_maria")],
        } as never),
      ["alice"],
    ],
    [
      "those who voted",
      () => loginsFor(asked(), { ballots: [by("U_bob"), by("U_maria")] } as never),
      ["alice", "bob", "maria"],
    ],
    [
      "who accepted a handover all the same",
      () => loginsFor(asked(), { settled: by("U_bob") } as never),
      ["alice", "bob"],
    ],
    [
      "that of who decided an escalation",
      () => loginsFor(escalation(40, "#12"), { decided: by("U_bob") } as never),
      ["alice", "bob"],
    ],
    ["not that of a question's", () => loginsFor(asked(), { decided: by("U_bob") } as never), ["alice"]],
    [
      "that of who talks under an open escalation",
      () => loginsFor(escalation(40, "#12", { remarks: [says("IC_1", newcomer, "Hm.")] })),
      ["alice", "newcomer"],
    ],
  ])("%s", (_, find, expected) => {
    expect(find()).toEqual(expected);
  });

  test("is looked up in the repositories that the text names, too, and once in its own", () => {
    const vault = { ...demo, id: "R_vault", name: "vault" };
    const repositories = new Map([demo, vault].map((each) => [each.id, each]));
    const looked = (answers: string) => {
      const view = viewWith([answer(41, answers, { author: bob })], { repositories });
      return actorsToCheck(view, ["I_41"]).map(({ repositoryId, login }) => `${repositoryId} ${login}`);
    };
    expect(looked("acme/vault#40")).toEqual(["R_demo bob", "R_vault bob"]);
    expect(looked("#40")).toEqual(["R_demo bob"]);
    expect(looked("acme/nothing#40")).toEqual(["R_demo bob"]);
  });

  test("is that of its answers' authors, and of orders', in each repository once", () => {
    const view = viewWith([task(12), question(40, "#12"), answer(41, "#40", { author: bob })]);
    const orders = new Map([["I_40", [says("IC_order", maria, "/answer x")]]]);
    const found = actorsToCheck({ ...view, orders }, ["I_40", "I_40", "I_missing"]);
    expect(found.map(({ login }) => login).toSorted()).toEqual(["alice", "bob", "maria"]);
    expect(new Set(found.map(({ repositoryId }) => repositoryId))).toEqual(new Set(["R_demo"]));
  });
});

describe("a body is admitted", () => {
  const admittedBy = (changes: Partial<IssueSeen>, persisted: Partial<PersistedState> = {}) =>
    admitBody.updateState(on(changes, persisted));
  const plain = question(40, "#12");
  const now = { hash: plain.textHash, title: plain.title };

  test("by a trusted author or editor, with its hash and title", () => {
    expect(admittedBy({}).persisted?.admitted).toEqual({ ...now, by: "U_alice" });
    expect(admittedBy({ editor: bob }).persisted?.admitted).toEqual({ ...now, by: "U_bob" });
  });
  test("not by others, and not twice", () => {
    expect(admittedBy({ author: mallory })).toEqual({});
    expect(admittedBy({ author: undefined })).toEqual({});
    expect(admittedBy({}, { admitted: { hash: plain.textHash, by: "U_bob" } })).toEqual({});
  });
  test("by an unknown author later, as is what it names", () => {
    const { persisted, refreshes } = admittedBy({ author: person("new") });
    expect(persisted).toBeUndefined();
    expect(refreshes?.map(({ id, afterMs, because }) => [id, afterMs, because])).toEqual([
      ["I_40", 2_000, "The role of an author could not be read."],
      ["I_12", 2_000, "The role of an author could not be read."],
    ]);
  });
  test("under a new title as it was approved, and once more for another body", () => {
    const admitted = { hash: "0", by: "U_maria", approver: "maria", body: plain.bodyHash };
    expect(admittedBy({}, { admitted }).persisted?.admitted).toEqual({ ...admitted, ...now });
    expect(admittedBy({}, { admitted: { ...admitted, body: "0" } }).persisted?.admitted).toEqual({
      ...now,
      by: "U_alice",
    });
  });
});

describe("the kind of a label is kept", () => {
  const settled = (changes: Partial<IssueSeen>, persisted: Partial<PersistedState> = {}) =>
    settleKind.updateState(
      on(changes, { admitted: { hash: question(40, "#12", changes).textHash, by: "U_alice" }, ...persisted }),
    );
  test("for a readable, admitted text whose label says so", () => {
    expect(settled({}).persisted?.kind).toBe("question");
    expect(settled({ labels: ["bug", "Kind:Question"] }).persisted?.kind).toBe("question");
    expect(settled({}, { kind: "task" }).persisted?.kind).toBe("question");
  });
  test("for nothing else, and once", () => {
    expect(settled({}, { kind: "question" })).toEqual({});
    expect(settled({ labels: [] })).toEqual({});
    expect(settled({ labels: ["bug"] })).toEqual({});
    expect(settled({ labels: ["kind:task"] })).toEqual({});
    expect(settled({}, { admitted: { hash: "0", by: "U_alice" } })).toEqual({});
    expect(settled({ body: "Nothing." })).toEqual({});
    const ordinary = viewWith([issue(40)]);
    expect(
      settleKind.updateState({ view: ordinary, record: recordIn(ordinary, 40), context: authority }),
    ).toEqual({});
  });
});

describe("an issue that we opened", () => {
  const opened = (number: number, key: string, createdAt: number) =>
    escalation(number, "#40", { author: us, opened: { key }, createdAt });
  const adopted = (...others: readonly IssueSeen[]) => adoptOpened.updateState(on({}, {}, others));
  test("is recorded, and of duplicates the earliest", () => {
    const key = "open:I_40:overdue@0";
    expect(adopted(opened(60, key, start + 2), opened(61, key, start + 1)).persisted?.opened).toEqual([
      { key, id: "I_61", number: 61 },
    ]);
    expect(adopted(opened(61, key, start), opened(60, key, start)).persisted?.opened[0]?.number).toBe(60);
    // Of one second, by number.
    expect(adopted(opened(60, key, start), opened(100, key, start)).persisted?.opened[0]?.number).toBe(60);
  });
  test("for another is none of its own, and what is recorded stays", () => {
    expect(adopted(opened(60, "open:I_12:overdue@0", start))).toEqual({});
    expect(adopted()).toEqual({});
    const known = { key: "open:I_40:overdue@0", id: "I_9", number: 9 };
    const again = adoptOpened.updateState(on({}, { opened: [known] }, [opened(60, known.key, start)]));
    expect(again).toEqual({});
  });
});

test("each rule of admission has a name, by which the ledger calls it", () => {
  const names = [admitBody, adoptOpened, liftMutes, settleKind, keepSigned].map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^[a-z]+(?:-[a-z]+)+$/);
  expect(admission.name).toBe("admission");
});

describe("a bot's exchanges", () => {
  const echo: Actor = { id: "BOT_echo", login: "echo", type: "Bot" };
  const at = (minutes: number, author = echo, text = "/help") =>
    says(`IC_${author.id}_${minutes}`, author, text, { createdAt: start + minutes * minute });
  const heard = (...comments: readonly CommentSeen[]) => exchangesIn({ comments }, authority);
  test("beyond three in an hour are not heard, from the fourth until an hour after the first", () => {
    const found = heard(at(0), at(1), at(2), at(3), at(59), at(60));
    expect([...found.unheard]).toEqual(["IC_BOT_echo_3", "IC_BOT_echo_59"]);
    expect(found.mutes).toEqual([{ author: echo, until: start + 60 * minute }]);
  });
  test("are comments with commands, wherever they stand, and neither ours nor a person's", () => {
    const quoted = "On Monday Maria wrote:\n\n/help";
    expect(heard(at(0), at(1), at(2, echo, quoted), at(3)).unheard.size).toBe(1);
    expect(heard(at(0), at(1), at(2, echo, "Hello"), at(3)).unheard.size).toBe(0);
    expect(heard(...[0, 1, 2, 3].map((each) => at(each, us))).unheard.size).toBe(0);
    expect(heard(...[0, 1, 2, 3].map((each) => at(each, bob))).unheard.size).toBe(0);
  });
  test("are told once, and the issue is looked at when each mute ends", () => {
    const comments = [at(0), at(1), at(2), at(3)];
    const other: Actor = { ...echo, id: "BOT_other" };
    const more = [...comments, ...[0, 1, 2, 3].map((each) => at(each, other))];
    expect(newMutes(undefined, { comments }, authority)).toHaveLength(1);
    expect(exchangesIn({ comments: more }, authority).mutes).toHaveLength(2);
    expect(newMutes({ comments: comments.slice(0, 3) }, { comments }, authority)).toHaveLength(1);
    expect(newMutes({ comments }, { comments }, authority)).toEqual([]);
    expect(newMutes({ comments }, { comments: more }, authority).map(({ author }) => author.id)).toEqual([
      "BOT_other",
    ]);
    const later = [...comments, ...[60, 61, 62, 63].map((each) => at(each))];
    expect(newMutes({ comments }, { comments: later }, authority).map(({ until }) => until)).toEqual([
      start + 120 * minute,
    ]);
    const refreshes = (now: number) =>
      liftMutes.project({ ...on({ comments }), context: { ...authority, now } }).refreshes ?? [];
    expect(refreshes(start + 50 * minute).map(({ id, afterMs, because }) => [id, afterMs, because])).toEqual([
      ["I_40", 10 * minute, "A muted bot is unmuted."],
    ]);
    expect(refreshes(start + 60 * minute)).toEqual([]);
  });
});

const signature = (key = adaKey, changes: object = {}): SignatureSeen => ({
  type: "holds",
  key,
  from: "ada",
  id: "01JA",
  until: start + 15 * minute,
  ...changes,
});

describe("which of the signed comments was first is kept", () => {
  test("in the marker, with the ID, the key's end and the comment", () => {
    const signed = [{ id: "01JA", key: "k", comment: "IC_1" }];
    expect(z.object(admissionSlice).parse({ signed }).signed).toEqual(signed);
    expect(z.object(admissionSlice).parse({}).signed).toEqual([]);
    expect(z.object(admissionSlice).safeParse({ signed: [{ id: "01JA" }] }).success).toBe(false);
  });
  const kept = (comments: readonly CommentSeen[], signed: PersistedState["signed"] = []) =>
    keepSigned.updateState(on({ comments }, { signed }));
  const one = says("IC_1", bob, "/help", { signature: signature() });
  test("once, of agents' keys, and the newest fifty", () => {
    const entry = { id: "01JA", key: shortKey(adaKey), comment: "IC_1" };
    expect(kept([one]).persisted?.signed).toEqual([entry]);
    expect(kept([one], [entry])).toEqual({});
    expect(kept([{ ...one, signature: signature(strangersKey) }])).toEqual({});
    expect(kept([{ ...one, signature: signature(adaKey, { until: start }) }]).persisted?.signed).toHaveLength(
      1,
    );
    expect(kept([{ ...one, createdAt: start + 60 * minute }])).toEqual({});
    expect(kept([says("IC_1", bob, "/help")])).toEqual({});
    const earlier = Array.from({ length: 50 }, (_, at) => ({
      id: `${at}`,
      key: "k",
      comment: `IC_${100 + at}`,
    }));
    expect(kept([one], earlier).persisted?.signed).toEqual([...earlier.slice(1), entry]);
  });
  test("an order and a choice on a page prove what they are, whatever is signed", () => {
    const { record } = on({});
    const order = { ...one, id: orderedId("01JP") };
    expect(proofOfComment(record, order)).toEqual({ type: "order" });
    expect(proofOfComment(record, { ...order, shown: "0" })).toEqual({ type: "session" });
    expect(
      proofOfComment(record, { ...one, signature: { type: "fails", why: "edited", from: "ada" } as never }),
    ).toEqual({
      type: "failed",
      why: "edited",
    });
    expect(proofOfComment(record, says("IC_1", bob, "x"))).toEqual({ type: "none" });
  });
  test("two with other IDs under one key both count, and those that are not signed are nobody's copies", () => {
    const other = { ...one, id: "IC_2", signature: signature(adaKey, { id: "01JB" }) };
    const { record } = on({ comments: [says("IC_0", bob, "Hello"), one, other] });
    expect([proofOfComment(record, one).type, proofOfComment(record, other).type]).toEqual(["key", "key"]);
    const kept = on(
      { comments: [one, other] },
      { signed: [{ id: "01JA", key: shortKey(adaKey), comment: "IC_1" }] },
    );
    expect(proofOfComment(kept.record, other).type).toBe("key");
  });
  test("of one second, the greater number is the copy, in whichever order they are read", () => {
    const first = { ...one, id: "IC_9", commentNumber: 1 };
    const copy = { ...one, id: "IC_2", commentNumber: 2 };
    for (const comments of [
      [first, copy],
      [copy, first],
    ]) {
      const { record } = on({ comments });
      expect([proofOfComment(record, first).type, proofOfComment(record, copy).type]).toEqual([
        "key",
        "failed",
      ]);
    }
  });
  test("without numbers the ids tell which of one second came first", () => {
    const other = { ...one, id: "IC_2" };
    const { record } = on({ comments: [other, one] });
    expect(proofOfComment(record, one).type).toBe("key");
    expect(proofOfComment(record, other)).toEqual({ type: "failed", why: "reused" });
    const later = { ...one, id: "IC_0", createdAt: start + 2 * minute };
    const both = on({ comments: [later, one] }).record;
    expect([proofOfComment(both, one).type, proofOfComment(both, later).type]).toEqual(["key", "failed"]);
    const halfNumbered = on({ comments: [{ ...one, commentNumber: 9 }, other] }).record;
    expect(proofOfComment(halfNumbered, { ...one, commentNumber: 9 }).type).toBe("key");
  });
});

describe("who speaks", () => {
  test("in orders and on pages", () => {
    const speaks = (id: string, type: "order" | "session", said?: string) =>
      speakerOf({ account: { id, login: id }, said, proof: { type } }, authority);
    expect(speaks("U_shared", "order")).toEqual({ type: "agents" });
    expect(speaks("U_shared", "order", "Ada")).toEqual({ type: "agent", name: "ada", proof: "said" });
    expect(speaks("U_shared", "order", "cleo")).toEqual({
      type: "nobody",
      because: "not-its-account",
      name: "cleo",
    });
    expect(speaks("U_shared", "order", "no one")).toEqual({ type: "nobody", because: "not-its-account" });
    expect(speaks("U_shared", "session")).toEqual({ type: "agents" });
    expect(speaks("U_alice", "session")).toEqual({ type: "person", isSignedIn: true });
    expect(speaks("U_bob", "session")).toEqual({ type: "person", isSignedIn: true });
  });
  test("after a signature that fails, by whether the account's only agent has no key", () => {
    const rules = authorityWith(
      `agents: { one: { account: U_one, key: "${adaKey}" }, own: { account: U_own }, dora: { account: U_team }, emil: { account: U_team }, hal: { account: U_alice, with_person: true } }`,
    );
    const speaks = (id: string) =>
      speakerOf({ account: { id, login: id }, proof: { type: "failed", why: "expired" } }, rules);
    const nobody = { type: "nobody", because: "expired" };
    expect([speaks("U_one"), speaks("U_team"), speaks("U_alice")]).toEqual([nobody, nobody, nobody]);
    expect(speaks("U_own")).toEqual({ type: "agent", name: "own", proof: "account" });
  });
  test("who holds something, and gives the account's own login as the name", () => {
    const speaks = (said: string | undefined) =>
      speakerOf({ account: bob, said, proof: { type: "none" }, isAboutHolding: true }, authority);
    expect([speaks("bob"), speaks("BOB"), speaks(undefined)]).toEqual(Array(3).fill({ type: "person" }));
    expect(speaks("carl")).toEqual({ type: "nobody", because: "not-its-account", name: "carl" });
  });
  test("in an issue, by its envelope until somebody edits it, and by its signature ever after", () => {
    const envelope = '\n\n```signalbox\n{"v":"1.1","from":"dora"}\n```';
    const body = `${question(40, "#12").body}${envelope}`;
    const speaker = (changes: Partial<IssueSeen>) => {
      const { view, record } = on({ author: person("team"), body, ...changes });
      return voiceOfAuthor(view, record, authority)?.speaker;
    };
    expect(speaker({})).toEqual({ type: "agent", name: "dora", proof: "said" });
    expect(speaker({ editor: bob })).toEqual({ type: "agents" });
    expect(speaker({ author: undefined })).toBeUndefined();
    const { record } = on({});
    const named = voiceOfComment(record, says("IC_1", person("team"), `/help${envelope}`), authority);
    expect(named).toEqual({
      id: "U_team",
      login: "team",
      speaker: { type: "agent", name: "dora", proof: "said" },
    });
    const as = voiceOfComment(record, says("IC_1", person("team"), `/help${envelope}`), authority, {
      said: "emil",
    });
    expect(as.speaker).toEqual({ type: "agent", name: "emil", proof: "said" });
    const holding = { said: "hal", isAboutHolding: true };
    expect(
      voiceOfComment(record, says("IC_1", alice, "/beat as hal"), authority, holding).speaker,
    ).toMatchObject({ name: "hal" });
  });
  test("is told apart on one login by a key alone", () => {
    const voice = (id: string, name: string, proof: "key" | "said"): Voice => ({
      id,
      login: id,
      speaker: { type: "agent", name, proof } as never,
    });
    expect(isSameSpeaker(voice("U_a", "ada", "key"), voice("U_b", "ada", "key"))).toBe(true);
    expect(isSameSpeaker(voice("U_a", "ada", "key"), voice("U_a", "bea", "key"))).toBe(false);
    expect(isSameSpeaker(voice("U_a", "ada", "said"), voice("U_a", "bea", "said"))).toBe(true);
    expect(isSameSpeaker(voice("U_a", "ada", "said"), voice("U_b", "ada", "said"))).toBe(false);
    expect(keyedName(voice("U_a", "ada", "key"))).toBe("agent ada");
    expect(keyedName(voice("U_a", "ada", "said"))).toBeUndefined();
    expect(keyedName({ id: "U_a", login: "a" })).toBeUndefined();
    expect(keyOfLogin({ id: "U_a" })).toBe("account U_a");
  });
  test("why nobody does is a sentence for each reason, and names who can be named", () => {
    const reasons = [
      ...signatureFailures,
      "unknown-key",
      "other-name",
      "unsigned",
      "not-its-account",
    ] as const;
    const told = reasons.map((because) => unprovenReason(because, "ada"));
    expect(new Set(told).size).toBe(reasons.length);
    for (const sentence of told) expect(sentence).toMatch(/^[A-Z`].{20,}\.$/);
    expect(unprovenReason("unsigned", undefined)).toMatch(
      /^The agents of this account have keys and must sign/,
    );
    expect(unprovenReason("unsigned", "ada")).toMatch(/^`ada` has a key and must sign/);
    expect(unprovenReason("other-name", "ada")).toContain("`ada`");
    expect(unprovenReason("not-its-account", undefined)).toMatch(/^The agents of this account /);
  });
});
