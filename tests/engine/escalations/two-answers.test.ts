/** What people are asked where two answers differ, and which answers never make them be asked. */
import { describe, expect, test } from "vitest";
import { sha256 } from "../../../src/base/sha256.ts";
import { contradiction } from "../../../src/engine/escalations/triggers/contradiction.ts";
import type { CommentSeen, IssueSeen } from "../../../src/engine/model/fact.ts";
import { openedKey } from "../../../src/engine/model/opened.ts";
import type { IssueRecord } from "../../../src/engine/model/snapshot.ts";
import { acceptedFor, inputFor, recordOf } from "../../support/answered.ts";
import {
  alice,
  answer,
  bob,
  escalation,
  links,
  mallory,
  maria,
  question,
  start,
  task,
  us,
} from "../../support/issues.ts";

const minute = 60_000;
const blocking = links(task(12));
const asked = (changes: Partial<IssueSeen> = {}) =>
  question(40, "#12", { title: "Q: Which store?", createdAt: start, blocking, ...changes });
/** Maria's, accepted after a minute. */
const first = answer(41, "#40", { author: maria, decision: "Use SQLite.", createdAt: start + minute });
const accepted = acceptedFor(asked(), "Use SQLite.");
const later = (changes: Parameters<typeof answer>[2] = {}) =>
  recordOf(
    answer(42, "#40", { author: bob, decision: "Use files.", createdAt: start + 2 * minute, ...changes }),
  );
const says = (text: string, at = 2 * minute, author = bob): CommentSeen => ({
  id: "IC_9",
  commentNumber: 9,
  author,
  text,
  createdAt: start + at,
});

function draftsOf(
  others: readonly IssueRecord[],
  seen = asked(),
  persisted: Parameters<typeof recordOf>[1] = { accepted },
) {
  const records = [
    recordOf(seen, persisted),
    recordOf(first),
    recordOf(task(12, { title: "Store it" })),
    ...others,
  ];
  return contradiction(inputFor(records, 40));
}

test("people are asked which of the two counts, with both, and with what waits", () => {
  expect(draftsOf([later()])).toEqual([
    {
      openingReason: {
        type: "contradiction",
        acceptedId: "I_41",
        otherId: "I_42",
        words: sha256("Use files."),
      },
      title: "Which store? Two answers differ",
      actions: [{ do: "keep" }, { do: "replace", answer: sha256("Use files.") }],
      because: "#42 by bob differs from the accepted answer.",
      data: {
        reason: "contradiction",
        regarding: "#40",
        title: "Q: Which store?",
        urgency: "important",
        words: "",
        options: [
          { number: 1, text: "Use SQLite." },
          { number: 2, text: "Use files." },
        ],
        question: "Which store?",
        home: "acme/demo",
        takesOptionsOnly: false,
        blocker: undefined,
        edges: [],
        waiting: [{ name: "#12", title: "Store it" }],
      },
    },
  ]);
  const [byComment] = draftsOf([], asked({ comments: [says("/answer Use files.")] }));
  expect(byComment?.because).toBe("A comment by bob differs from the accepted answer.");
});

test("an answer of several lines is one option in one line; a longer one is cut, and its place is named", () => {
  const optionsOf = (decision: string, other = later({ decision }), seen = asked(), kept = accepted) =>
    draftsOf([other], seen, { accepted: kept })[0]?.data.options.map(({ text }) => text);
  expect(optionsOf("Use files.\n\n  They are  simple.")?.[1]).toBe("Use files. They are simple.");
  const [fits, long] = ["x".repeat(200), `${"Use files, ".repeat(30)}really.`];
  expect(optionsOf(fits)?.[1]).toBe(fits);
  expect(optionsOf(long)?.[1]).toMatch(/^Use files, .*… \(all of it in #42\)$/);
  const keptLong = acceptedFor(asked(), long);
  expect(optionsOf("Use SQLite.", later({ decision: "Use it." }), asked(), keptLong)?.[0]).toMatch(
    /^Use files, .*… \(all of it in #40\)$/,
  );
  const [commented] = draftsOf([], asked({ comments: [says(`/answer ${long}`)] }));
  expect(commented?.data.options[1]?.text).toMatch(/… \(all of it in #40\)$/);
});

describe("nobody is asked", () => {
  const asksNobody = (...given: Parameters<typeof draftsOf>) => expect(draftsOf(...given)).toEqual([]);

  test("about the same words, whatever their case, spaces and full stops", () => {
    for (const decision of ["use sqlite", " Use  SQLite. ", "USE\nSQLITE..."])
      asksNobody([later({ decision })]);
    expect(draftsOf([later({ decision: "Use SQLite!" })])).toHaveLength(1);
    expect(draftsOf([later({ decision: "Use SQ Lite." })])).toHaveLength(1);
    const inMasses = { accepted: acceptedFor(asked(), "In Massen.") };
    expect(draftsOf([later({ decision: "In Maßen." })], asked(), inMasses)).toHaveLength(1);
  });

  test("about an answer that came before, that counts itself, or that was replaced", () => {
    asksNobody([later({ createdAt: start + minute - 1 })]);
    expect(draftsOf([later({ createdAt: start + minute })])).toHaveLength(1);
    asksNobody([later()], asked(), { accepted: { ...accepted, word: "I_42" } });
    asksNobody([later()], asked(), { accepted: { ...accepted, overrules: "I_42" } });
  });

  test("about one by somebody who may not answer, and about our own suggestion", () => {
    asksNobody([later({ author: mallory })]);
    asksNobody([], asked({ comments: [says("/answer Use files.", 2 * minute, mallory)] }));
    const ours = {
      author: us,
      opened: { key: openedKey("I_40", { type: "answer", textHash: "0" }), about: asked().textHash },
    };
    asksNobody([later(ours)]);
    const { seen } = later(ours);
    const admitted = { hash: seen.textHash, body: seen.bodyHash, by: maria.id, approver: "maria" };
    expect(draftsOf([recordOf(seen, { admitted })])).toHaveLength(1);
  });

  test("while nobody answered, while people are asked, and of no other kind of issue", () => {
    asksNobody([later()], asked(), {});
    const key = openedKey("I_40", { type: "contradiction", acceptedId: "I_41", otherId: "I_42" });
    asksNobody([later(), recordOf(escalation(60, "#40", { author: us, opened: { key } }))]);
    const input = inputFor([recordOf(task(40, { comments: [says("/answer No.")] }), { accepted })], 40);
    expect(contradiction(input)).toEqual([]);
  });

  test("about what a person decided in an escalation", () => {
    const decided = {
      ...acceptedFor(asked(), "Use files."),
      how: "command",
      because: "",
      at: start + 3 * minute,
      option: 2,
    } as const;
    const ours = {
      author: us,
      opened: { key: openedKey("I_40", { type: "overdue", since: 0 }), about: asked().textHash },
    };
    for (const comments of [[], [says("Hm.")]])
      asksNobody([recordOf(escalation(60, "#40", ours), { decided })], asked({ comments }));
  });

  test("again about two of which people were asked, but about a third, or other words of the second", () => {
    const key = openedKey("I_40", {
      type: "contradiction",
      acceptedId: "I_41",
      otherId: "I_42",
      words: sha256("Use files."),
    });
    const known = { accepted, opened: [{ key, id: "I_60", number: 60 }] };
    asksNobody([later()], asked(), known);
    expect(draftsOf([later({ decision: "Use neither." })], asked(), known)).toHaveLength(1);
    const third = (decision: string) =>
      recordOf(answer(43, "#40", { author: alice, decision, createdAt: start + 3 * minute }));
    const byOther = asked({ author: { id: "U_o", login: "o", type: "User" } });
    const admitted = { hash: byOther.textHash, by: maria.id };
    const more = { ...known, admitted };
    asksNobody([later(), third("use FILES")], byOther, more);
    expect(draftsOf([later(), third("Use neither.")], byOther, more)[0]?.because).toContain("#43 by alice");
  });
});
