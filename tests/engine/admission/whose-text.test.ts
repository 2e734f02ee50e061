/** Whose words a text is, and whether they count: by its author, editor, renamer and approver. */
import { describe, expect, test } from "vitest";
import { assignerIn, doerOf, isAgentsAct } from "../../../src/engine/admission/doer.ts";
import { isEditedSinceAdmitted, shownTitle } from "../../../src/engine/admission/shown-title.ts";
import {
  authorsOfText,
  isAdmitted,
  isTrustUnknown,
  renameToAdmit,
  responsibleUser,
  trustInText,
  trustOf,
  unprovenBody,
} from "../../../src/engine/admission/trust.ts";
import { isTurnedDown } from "../../../src/engine/admission/turned-down.ts";
import type { Actor, IssueSeen, OwnComment } from "../../../src/engine/model/fact.ts";
import type { PersistedState } from "../../../src/engine/model/persisted-state.ts";
import { authorityWith, recordIn, viewWith } from "../../support/admission-records.ts";
import {
  alice,
  answer,
  bob,
  demo,
  mallory,
  maria,
  person,
  question,
  start,
  task,
  us,
} from "../../support/issues.ts";
import { adaKey } from "../../support/public-keys.ts";

const minute = 60_000;
const stranger = person("stranger");
const shared = person("shared");
const authority = authorityWith(`
agents:
  ada: { account: U_shared, key: "${adaKey}" }
trust: { agents: [U_robot] }
`);
const plain = question(40, "#12");
const body = plain.bodyHash;

function look(changes: Partial<IssueSeen>, admitted?: PersistedState["admitted"]) {
  const view = viewWith([task(12), question(40, "#12", changes)]);
  const record = recordIn(view, 40, { admitted });
  return {
    record,
    trust: trustInText(view, record, authority),
    isUnknown: isTrustUnknown(view, record, authority),
    responsible: responsibleUser(record)?.id,
    authors: authorsOfText(view, record, authority).map(({ id }) => id),
    unproven: unprovenBody(view, record, authority),
  };
}
const by = (admitted: Partial<NonNullable<PersistedState["admitted"]>> = {}) => ({
  hash: plain.textHash,
  by: "U_maria",
  ...admitted,
});
const approved = by({ approver: "maria", body });

test.each<readonly [string, Partial<Actor> | undefined, string]>([
  ["somebody with a role that the settings trust", alice, "trusted"],
  ["an admin", maria, "trusted"],
  ["our own bot", us, "trusted"],
  ["a listed agent without any role", person("robot"), "trusted"],
  ["somebody without a role", mallory, "untrusted"],
  ["somebody whose role could not be read", stranger, "unknown"],
  ["an account that is gone", undefined, "untrusted"],
])("%s may have effects: %#", (_, actor, trust) => {
  expect(trustOf(viewWith([]), demo.id, actor as Actor | undefined, authority)).toBe(trust);
});

describe("a text counts by the account that is responsible for it", () => {
  test.each<readonly [string, Partial<IssueSeen>, string, string | undefined, readonly string[]]>([
    ["its author", {}, "trusted", "U_alice", ["U_alice"]],
    ["an author without access", { author: mallory }, "untrusted", "U_mallory", ["U_mallory"]],
    ["an author of unknown access", { author: stranger }, "unknown", "U_stranger", ["U_stranger"]],
    ["an author that is gone", { author: undefined }, "untrusted", undefined, []],
    ["its editor beside its author", { editor: bob }, "trusted", "U_bob", ["U_alice", "U_bob"]],
    ["an editor without access", { editor: mallory }, "untrusted", "U_mallory", ["U_alice", "U_mallory"]],
    ["an editor who took over", { author: mallory, editor: bob }, "trusted", "U_bob", ["U_bob"]],
    ["an editor of unknown access", { editor: stranger }, "unknown", "U_stranger", ["U_alice", "U_stranger"]],
    [
      "an editor of an account's text that is gone",
      { author: undefined, editor: bob },
      "trusted",
      "U_bob",
      ["U_bob"],
    ],
    ["an editor of ours", { author: us, editor: bob }, "trusted", "U_bob", ["U_bob"]],
    ["agents who have to sign, and did not", { author: shared }, "untrusted", "U_shared", ["U_shared"]],
    [
      "an edit by agents who would have to sign",
      { editor: shared },
      "untrusted",
      "U_shared",
      ["U_alice", "U_shared"],
    ],
    ["our bot without its seal", { author: us }, "untrusted", us.id, [us.id]],
    ["our bot with its seal", { author: us, opened: { key: "open:I_12:x" } }, "trusted", us.id, [us.id]],
  ])("%s", (_, changes, trust, responsible, authors) => {
    const found = look(changes);
    expect(found.trust).toBe(trust);
    expect(found.isUnknown).toBe(trust === "unknown");
    expect(found.responsible).toBe(responsible);
    expect(found.authors).toEqual(authors);
    expect(found.unproven !== undefined).toBe(responsible === "U_shared");
  });

  test("an approver of exactly this body takes the place of author and editor, and of no other body", () => {
    const taken = look({ author: mallory, editor: mallory }, approved);
    expect(taken).toMatchObject({ trust: "trusted", responsible: "U_maria", authors: ["U_maria"] });
    const changed = look({ author: mallory }, { ...approved, body: "0" });
    expect(changed).toMatchObject({ trust: "untrusted", responsible: "U_mallory", authors: ["U_mallory"] });
    const unnamed = look({ author: mallory }, by({ body }));
    expect(unnamed).toMatchObject({ trust: "untrusted", responsible: "U_mallory", authors: ["U_mallory"] });
  });

  test("an approval of another body lends its speaker to nobody", () => {
    for (const who of [{ isPerson: true }, { agent: "ada" }, {}]) {
      const found = look({ author: shared }, { ...approved, ...who, body: "0" });
      expect(found.trust).toBe("untrusted");
      expect(found.unproven).toContain("must sign");
    }
  });

  test("an approver speaks as the person or the agent that approved", () => {
    const speaker = (changes: object) => {
      const view = viewWith([task(12), question(40, "#12", { author: mallory })]);
      const record = recordIn(view, 40, { admitted: { ...approved, ...changes } });
      return authorsOfText(view, record, authority)[0]?.speaker;
    };
    expect(speaker({ isPerson: true })).toEqual({ type: "person" });
    expect(speaker({ agent: "ada" })).toEqual({ type: "agent", name: "ada", proof: "key" });
    expect(speaker({})).toBeUndefined();
  });

  test("our answer that awaits a person is not trusted, and one that was opened for nothing is", () => {
    const asked = question(40, "#12");
    const suggested = answer(41, "#40", {
      author: us,
      opened: { key: `open:I_40:answer@${asked.textHash.slice(0, 12)}` },
    });
    const view = viewWith([task(12), asked, suggested]);
    expect(trustInText(view, recordIn(view, 41), authority)).toBe("untrusted");
    expect(trustInText(view, { ...recordIn(view, 41), seen: { ...suggested, editor: bob } }, authority)).toBe(
      "trusted",
    );
  });
});

describe("a title that was given later", () => {
  const at = start + 60 * minute;
  test.each<readonly [string, Partial<IssueSeen>, string]>([
    ["by somebody with access counts", { renamed: { at, by: bob } }, "trusted"],
    ["by somebody without it does not", { renamed: { at, by: mallory } }, "untrusted"],
    ["by an unknown account waits", { renamed: { at, by: stranger } }, "unknown"],
    ["by an account that is gone does not", { renamed: { at } }, "untrusted"],
    ["does not lift an untrusted body", { author: mallory, renamed: { at, by: bob } }, "untrusted"],
    [
      "by an unknown account leaves an untrusted body so",
      { author: mallory, renamed: { at, by: stranger } },
      "untrusted",
    ],
    ["does not lift an unknown body", { author: stranger, renamed: { at, by: bob } }, "unknown"],
    [
      "is not taken on by an edit of the body after it",
      { renamed: { at, by: mallory }, editor: bob, editedAt: at + 1 },
      "untrusted",
    ],
    [
      "in the second of an edit is not",
      { renamed: { at, by: mallory }, editor: bob, editedAt: at },
      "untrusted",
    ],
  ])("%s", (_, changes, trust) => {
    expect(look(changes).trust).toBe(trust);
  });

  test("is new until somebody took on exactly this text, or this title", () => {
    const renamed = { at, by: mallory };
    expect(renameToAdmit(look({ renamed }).record)).toEqual(renamed);
    expect(renameToAdmit(look({ renamed }, by()).record)).toBeUndefined();
    expect(renameToAdmit(look({ renamed }, by({ hash: "0" })).record)).toEqual(renamed);
    expect(renameToAdmit(look({ renamed }, by({ hash: "0", title: plain.title })).record)).toBeUndefined();
    expect(renameToAdmit(look({}).record)).toBeUndefined();
    expect(look({ renamed }, by()).trust).toBe("trusted");
  });
});

test("what was admitted is this very text, and others see the title of the admitted one", () => {
  const { record } = look({}, by());
  expect([isAdmitted(record), isEditedSinceAdmitted(record), shownTitle(record)]).toEqual([
    true,
    false,
    plain.title,
  ]);
  const other = look({}, by({ hash: "0", title: "As approved" })).record;
  expect([isAdmitted(other), isEditedSinceAdmitted(other), shownTitle(other)]).toEqual([
    false,
    true,
    "As approved",
  ]);
  const never = look({}).record;
  expect([isAdmitted(never), isEditedSinceAdmitted(never), shownTitle(never)]).toEqual([
    false,
    false,
    plain.title,
  ]);
  expect(shownTitle(look({}, by({ hash: "0" })).record)).toBe(plain.title);
  expect(look({ author: stranger }, by()).isUnknown).toBe(false);
});

describe("who did something on GitHub's page", () => {
  test.each<readonly [string, Pick<Actor, "id" | "type"> | undefined, string]>([
    ["our bot", us, "us"],
    ["a person with access", bob, "person"],
    ["a person without", mallory, "other"],
    ["a person of unknown access", stranger, "unknown"],
    ["an account of agents, whatever its role", shared, "other"],
    ["a listed agent", person("robot"), "other"],
    ["another bot with the role of a person", { ...bob, type: "Bot" }, "other"],
    ["an account that is gone", undefined, "other"],
  ])("%s: %#", (_, actor, doer) => {
    expect(doerOf(viewWith([]), demo.id, actor, authority)).toBe(doer);
    if (actor !== undefined && actor !== us)
      expect(isAgentsAct(actor, authority.settings)).toBe(doer === "other" && actor !== mallory);
  });

  test("an assignment's account is a bot's where GitHub says so", () => {
    const assignment = (changes: object) => assignerIn({ ...changes } as Parameters<typeof assignerIn>[0]);
    expect(assignment({})).toBeUndefined();
    expect(assignment({ by: "U_bob" })).toEqual({ id: "U_bob", type: "User" });
    expect(assignment({ by: "U_bob", isByBot: false })).toEqual({ id: "U_bob", type: "User" });
    expect(assignment({ by: "U_bob", isByBot: true })).toEqual({ id: "U_bob", type: "Bot" });
  });
});

describe("a comment was turned down", () => {
  const own = (key: string, text = ""): OwnComment => ({
    id: "IC_own",
    key,
    text,
    persisted: undefined,
    createdAt: start,
    isMinimized: false,
  });
  const turnedDown = (
    comments: readonly OwnComment[],
    persisted: Partial<PersistedState> = {},
    reactedTo?: readonly string[],
  ) => {
    const view = viewWith([task(12), question(40, "#12", { own: comments })]);
    const record = recordIn(view, 40, persisted);
    return isTurnedDown(reactedTo === undefined ? record : { ...record, reactedTo }, "IC_7");
  };
  const refused = "**Not done:** `answer` of `bob`. Only people may.";
  const accepted = (id: string) => ({ accepted: { word: id } }) as unknown as Partial<PersistedState>;

  test.each<readonly [string, () => boolean, boolean]>([
    ["by nothing", () => turnedDown([]), false],
    ["by our reaction", () => turnedDown([], {}, ["IC_7"]), true],
    ["not by a reaction to one that was obeyed", () => turnedDown([], { obeyed: ["IC_7"] }, ["IC_7"]), false],
    ["not by a reaction to another", () => turnedDown([], {}, ["IC_8"]), false],
    ["by a final reply", () => turnedDown([own("reply:IC_7:refused")]), true],
    ["not by a reply that is not final", () => turnedDown([own("reply:IC_7")]), false],
    ["not by a final reply to another", () => turnedDown([own("reply:IC_8:refused")]), false],
    ["not by what is no reply", () => turnedDown([own("status"), own("hint")]), false],
    ["by earlier words", () => turnedDown([own("reply:IC_7", refused)]), true],
    ["not by such words about another", () => turnedDown([own("reply:IC_8", refused)]), false],
    ["not by words that only hold them", () => turnedDown([own("reply:IC_7", `So: ${refused}`)]), false],
    ["not by a marker of a later release", () => turnedDown([own("later:IC_7")]), false],
    ["not after it was obeyed", () => turnedDown([own("reply:IC_7", refused)], { obeyed: ["IC_7"] }), false],
    ["not after it was accepted", () => turnedDown([own("reply:IC_7", refused)], accepted("IC_7")), false],
    ["even if another was accepted", () => turnedDown([own("reply:IC_7", refused)], accepted("IC_8")), true],
  ])("%s", (_, find, expected) => {
    expect(find()).toBe(expected);
  });
});
