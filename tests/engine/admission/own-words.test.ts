/**
 * Words about what the same login wrote: of every kind, by an agent that signs, by a comment that may be an agent's or the
 * person's, and by the person on a page.
 */
import { describe, expect, test } from "vitest";
import { decide } from "../../../src/engine/decide.ts";
import { fold } from "../../../src/engine/fold/fold.ts";
import type { Actor, CommentSeen, Fact, IssueSeen } from "../../../src/engine/model/fact.ts";
import type { PersistedState } from "../../../src/engine/model/persisted-state.ts";
import { orderedId } from "../../../src/engine/model/spoken.ts";
import type { Settings } from "../../../src/protocol/settings/config.ts";
import { readSettings } from "../../../src/protocol/settings/read-settings.ts";
import { evidence } from "../../support/evidence.ts";
import {
  alice,
  answer,
  bob,
  context,
  demo,
  empty,
  escalation,
  handover,
  links,
  maria,
  question,
  start,
  task,
  us,
} from "../../support/issues.ts";
import { adaKey, bobKey as beaKey } from "../../support/public-keys.ts";

const minute = 60_000;
const spoken = start + 5 * minute;

/** Ada and bea write with maria's login. */
function settingsWith(withPerson: boolean | "comments", policy = "{name: people, who: [people]}"): Settings {
  const agent = (key: string) => `{ account: U_maria, key: "${key}", with_person: ${withPerson} }`;
  const text = `agents:\n  ada: ${agent(adaKey)}\n  bea: ${agent(beaKey)}\npolicy: [${policy}]\n`;
  const reading = readSettings(text);
  if (!reading.ok) throw new Error(reading.problem);
  return reading.settings;
}
const shared = settingsWith(true);

const signature = (name: "ada" | "bea", id: string, changes: object = {}) => ({
  signature: {
    type: "holds" as const,
    key: name === "ada" ? adaKey : beaKey,
    from: name,
    id: `01JDB3Z5M7Q8R9S0T1V2W3${id}`,
    until: spoken + 10 * minute,
    ...changes,
  },
});

interface Said {
  readonly comments?: readonly CommentSeen[];
  readonly orders?: readonly CommentSeen[];
}
const comment = (text: string, author: Actor = maria, changes: Partial<CommentSeen> = {}): CommentSeen => ({
  id: "IC_1",
  author,
  text,
  createdAt: spoken,
  ...changes,
});
const unsigned = (text: string): Said => ({ comments: [comment(text)] });
const signed = (name: "ada" | "bea", text: string): Said => ({
  comments: [comment(text, maria, signature(name, "0001"))],
});
const onPage = (text: string, seen: IssueSeen, shown = seen.textHash, author = maria): Said => ({
  orders: [comment(text, author, { id: orderedId("01JP"), shown })],
});

function decisionOn(issues: readonly IssueSeen[], said: Said, settings = shared) {
  const [subject] = issues.slice(-1);
  const given = issues.map((each) => (each === subject ? { ...each, comments: said.comments ?? [] } : each));
  const roles = [maria, alice, bob].map(
    ({ id }): Fact => ({ type: "RoleSeen", repositoryId: demo.id, actorId: id, role: "admin" }),
  );
  const { snapshot } = fold(empty, [
    ...roles,
    ...given.map((issue): Fact => ({ type: "IssueSeen", issue, readAt: spoken + minute })),
    { type: "EvidenceSeen", issueId: "I_60", evidence: evidence() },
  ]);
  const orders = new Map(said.orders === undefined ? [] : [[subject?.id ?? "", said.orders]]);
  const decision = decide(
    { ...snapshot, orders },
    given.map(({ id }) => id),
    { ...context, settings, now: spoken + minute, pages: "https://box.example.com" },
  );
  const kept = decision.records.find(({ seen }) => seen.id === subject?.id)?.persisted;
  return { decision, kept, reply: replyIn(decision) };
}

function replyIn({ effects }: ReturnType<typeof decide>): string | undefined {
  const replies = effects.flatMap(({ effect }) =>
    effect.type === "AddComment" && effect.marker.startsWith("reply:") ? effect.text : [],
  );
  return replies[0];
}

const agentOfMaria = { author: maria, ...signature("ada", "0009", { kind: "question" }) };
const ours = { author: us, opened: { key: "open:I_12:x" } };

/** Everything that the login wrote and that somebody settles, with what settles it and how it is known that it is. */
const kinds: readonly (readonly [string, readonly IssueSeen[], string, (kept: PersistedState) => unknown])[] =
  [
    [
      "a question that its agent signed",
      [task(12), question(40, "#12", { ...agentOfMaria, blocking: links(task(12)) })],
      "/answer SQLite.",
      ({ accepted }) => accepted,
    ],
    [
      "an escalation that it opened",
      [task(12, { author: bob }), escalation(50, "#12", { author: maria })],
      "/decide 1",
      ({ decided }) => decided,
    ],
    [
      "an escalation of another login about its question",
      [task(12), question(40, "#12", { author: maria }), escalation(50, "#40", { author: bob })],
      "/decide 1",
      ({ decided }) => decided,
    ],
    [
      "an escalation of ours about its task",
      [task(12, { author: maria }), escalation(50, "#12", ours)],
      "/decide 1",
      ({ decided }) => decided,
    ],
    [
      "a handover",
      [task(12), handover(60, "#12", { author: maria })],
      "/accept because it is urgent",
      ({ settled }) => settled?.by,
    ],
  ];

describe.each(kinds)("%s", (_, issues, words, settled) => {
  const subject = issues.at(-1);
  if (subject === undefined) throw new Error("There is a subject.");

  test("is not settled by a comment of the login, and the reply names the page", () => {
    const { kept, reply } = decisionOn(issues, unsigned(words));
    expect(kept && settled(kept)).toBeUndefined();
    expect(reply).toContain(`https://box.example.com/issues/acme/demo/${subject.number}`);
  });

  test("is not settled by an agent of the login that signs with another key", () => {
    const { kept } = decisionOn(issues, signed("bea", words));
    expect(kept && settled(kept)).toBeUndefined();
  });

  test("is settled by the person on the page, for the text that it showed", () => {
    const { kept, reply } = decisionOn(issues, onPage(words, subject));
    expect(kept && settled(kept)).toBeDefined();
    expect(JSON.stringify(kept)).toContain(maria.id);
    expect(reply).toBeUndefined();
    const other = decisionOn(issues, onPage(words, subject, "0".repeat(64)));
    expect(other.kept && settled(other.kept)).toBeUndefined();
    expect([...other.decision.answers.values()]).toMatchObject([{ type: "refused" }]);
  });

  test("is settled by a comment where an admin accepted the risk", () => {
    const { kept } = decisionOn(issues, unsigned(words), settingsWith("comments"));
    expect(kept && settled(kept)).toBeDefined();
  });

  test("is said once on the issue: a further comment gets a reaction", () => {
    const told = {
      id: "IC_9",
      key: "reply:IC_0:page",
      text: "x",
      persisted: undefined,
      createdAt: spoken,
      isMinimized: false,
    };
    const again = [...issues.slice(0, -1), { ...subject, own: [told, statusWith("x")] }];
    const { decision, reply } = decisionOn(again, unsigned(words));
    expect(reply).toBeUndefined();
    expect(decision.effects.map(({ effect }) => effect)).toContainEqual(
      expect.objectContaining({ type: "AddReaction", content: "CONFUSED" }),
    );
    const texts = decision.effects.flatMap(({ effect }) => (effect.type === "ShowStatus" ? effect.text : []));
    expect(texts.join()).toContain("https://box.example.com/issues/");
  });
});

test("a plain remark by such a login is told about the page, and not how to command", () => {
  const seen = escalation(50, "#12", {
    author: maria,
    remarks: [comment("Option 2, please.", maria)],
  });
  const { decision } = decisionOn([task(12, { author: bob }), seen], {});
  const hints = decision.effects.flatMap(({ effect }) =>
    effect.type === "AddComment" && effect.marker === "hint" ? effect.text : [],
  );
  expect(hints.join()).toContain("https://box.example.com/issues/acme/demo/50");
});

describe("an approval", () => {
  const asked = question(40, "#12", agentOfMaria);
  const suggested = answer(41, "#40", {
    author: us,
    opened: { key: `open:I_40:answer@${asked.textHash.slice(0, 12)}`, about: asked.textHash },
  });
  const words = `/approve ${suggested.textHash.slice(0, 8)}`;
  const shown = { ...suggested, own: [statusWith(suggested.textHash)] };

  test.each(["comment", "signed"])("of a suggestion about its own question counts by no %s", (how) => {
    const said = how === "comment" ? unsigned(words) : signed("bea", words);
    expect(decisionOn([task(12), asked, shown], said).kept?.admitted).toBeUndefined();
  });

  test("counts on the page, and its question is answered", () => {
    const { kept, decision } = decisionOn([task(12), asked, shown], onPage(words, shown));
    expect(kept?.admitted).toMatchObject({ by: maria.id });
    const answered = decision.records.find(({ seen }) => seen.number === 40)?.persisted.accepted;
    expect(answered).toMatchObject({ word: "I_41", by: { id: maria.id } });
  });
});

function statusWith(hash: string) {
  return {
    id: "IC_s",
    key: "status",
    text: hash,
    createdAt: start,
    isMinimized: false,
    persisted: undefined,
  };
}

describe("the login that asked", () => {
  const row = "{name: among-agents, who: [agents], categories: [implementation, tooling], same_login: true}";
  const known = settingsWith(true, `{name: people, who: [people]}, ${row}`);
  const asked = question(40, "#12", agentOfMaria);
  const architecture = question(40, "#12", {
    ...agentOfMaria,
    body: asked.body.replace("implementation", "architecture"),
  });

  test("is answered by another of its agents only by an admin's row, and if both have keys", () => {
    const said = signed("bea", "/answer SQLite.");
    expect(decisionOn([task(12), asked], said, known).kept?.accepted?.row).toContain("among-agents");
    const plain = settingsWith(true, row.replace(", same_login: true", ""));
    expect(decisionOn([task(12), asked], said, plain).kept?.accepted).toBeUndefined();
    expect(decisionOn([task(12), asked], signed("ada", "/answer X."), known).kept?.accepted).toBeUndefined();
    expect(decisionOn([task(12), architecture], said, known).kept?.accepted).toBeUndefined();
    const byNobody = question(40, "#12", { author: maria });
    expect(decisionOn([task(12), byNobody], said, known).kept?.accepted).toBeUndefined();
  });

  test("such a row is only for categories that are no decision about the product", () => {
    const read = (text: string) => readSettings(`policy: [${text}]`).ok;
    expect(read(row)).toBe(true);
    expect(read(row.replace("tooling", "architecture"))).toBe(false);
    expect(read(row.replace("categories: [implementation, tooling], ", ""))).toBe(false);
  });

  test("decides its own question by comment if the roster gives the login to no agent", () => {
    const own = question(40, "#12", { author: alice });
    const said = { comments: [comment("/answer SQLite.", alice)] };
    expect(decisionOn([task(12), own], said).kept?.accepted?.row).toContain("people");
    const untold = readSettings("");
    if (!untold.ok) throw new Error(untold.problem);
    expect(decisionOn([task(12), own], said, untold.settings).kept?.accepted).toBeUndefined();
  });

  test("what another login asked is answered by comment, as before", () => {
    const { kept } = decisionOn(
      [task(12), question(40, "#12", { author: bob })],
      unsigned("/answer SQLite."),
    );
    expect(kept?.accepted?.row).toContain("people");
  });

  test("an account that only agents use has no person, on the page neither", () => {
    const reading = readSettings("agents: { ada: { account: U_maria } }");
    if (!reading.ok) throw new Error(reading.problem);
    const { kept } = decisionOn([task(12), asked], onPage("/answer SQLite.", asked), reading.settings);
    expect(kept?.accepted).toBeUndefined();
  });
});
