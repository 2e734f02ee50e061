/** What counts as shown: a repair that we asked for, words of ours to the speaker, and the hash of a text. */
import { describe, expect, it } from "vitest";
import type { CommentSeen, IssueSeen, OwnComment } from "../../../src/engine/model/fact.ts";
import { formatCommentKey } from "../../../src/engine/model/keys/comment-key.ts";
import { formatTextName } from "../../../src/protocol/commands/text-name.ts";
import {
  alice,
  answer,
  bob,
  context,
  decided,
  effectsOn,
  escalation,
  maria,
  question,
  start,
  task,
  us,
} from "../../support/issues.ts";
import {
  decisionOn,
  edited,
  hour,
  matters,
  memoryOf,
  minute,
  now,
  renamed,
  replyIn,
  says,
  second,
  spoken,
} from "../../support/matters.ts";

const shared = "agents: {ada: {account: U_maria, with_person: true}}";
const repairedAt = start + 2 * hour;

/** Our status comment, with what it keeps. */
const status = (persisted: object, createdAt = start + minute): OwnComment => ({
  id: "IC_status",
  key: "status",
  text: "",
  persisted,
  createdAt,
  isMinimized: false,
});
const reminder = (createdAt: number): OwnComment => ({
  ...status({}, createdAt),
  id: "IC_reminder",
  key: formatCommentKey({ type: "reminder", step: 1 }),
});
const lineOn = (decision: ReturnType<typeof decided>, number: number): string => {
  const replies = [...effectsOn(decision, number)].filter(([slot]) => slot.startsWith("reply"));
  return replies.map(([, effect]) => (effect.type === "AddComment" ? effect.text : "")).join("");
};
const named = (word: string, hash: string): string => word.replace(/^\/\w+/, `$& ${formatTextName(hash)}`);

describe.each(matters)("$name", ({ word, opened, kept }) => {
  const heard = (changes: Partial<IssueSeen>, ...comments: readonly CommentSeen[]) =>
    memoryOf(decisionOn(opened({ comments: comments.length === 0 ? [says(word)] : comments, ...changes })));
  /** What the index keeps of a text that could not be read at first. */
  const repaired = (changes: Partial<IssueSeen> = {}) => {
    const first = opened({ body: "### Nothing\n\nhere", ...changes });
    const broken = memoryOf(decisionOn(first));
    const fixed = opened({ ...edited(repairedAt), updatedAt: repairedAt, ...changes });
    return memoryOf(decisionOn({ ...fixed, own: [status(broken ?? {})] }));
  };

  it("costs nobody a second word after a repair that we had asked for", () => {
    const persisted = repaired();
    expect(persisted?.put).toEqual({ hash: opened({}).textHash, at: repairedAt });
    const own = [status(persisted ?? {})];
    expect(kept(heard({ ...edited(repairedAt), own }))).toBeDefined();
    expect(kept(heard({ ...edited(repairedAt), own }, { ...says(word), byMail: true }))).toBeUndefined();
    expect(kept(heard({ ...edited(repairedAt), own }, says(word, repairedAt)))).toBeUndefined();
    expect(kept(heard({ ...edited(repairedAt), own }, says(word, repairedAt - second)))).toBeUndefined();
  });

  it("asks again after a change that came later than the repair, even back to the same words", () => {
    const own = [status(repaired() ?? {})];
    expect(kept(heard({ ...edited(repairedAt + hour), own }))).toBeUndefined();
    expect(kept(heard({ ...edited(repairedAt), ...renamed(repairedAt + hour), own }))).toBeUndefined();
    expect(kept(heard({ ...edited(repairedAt), title: "Q: Renamed in that second", own }))).toBeUndefined();
  });

  it("asks again if it could be read before, however often it was broken and repaired since", () => {
    const first = memoryOf(decisionOn(opened({})));
    const broken = opened({
      body: "### Nothing\n\nhere",
      ...edited(start + hour),
      own: [status(first ?? {})],
    });
    const own = [status(memoryOf(decisionOn(broken)) ?? {})];
    expect(kept(heard({ ...edited(repairedAt), own }))).toBeUndefined();
  });

  it("asks again if both the index and our comment are lost", () => {
    expect(kept(heard(edited(repairedAt)))).toBeUndefined();
  });

  it("counts by mail where nobody changed anything, and after the change was shown", () => {
    expect(kept(heard({}, { ...says(word), byMail: true }))).toBeDefined();
    expect(kept(heard(edited(start + hour), { ...says(word), byMail: true }))).toBeUndefined();
  });

  it("does not count after a reminder, which shows parts of the text only", () => {
    const own = [reminder(spoken - minute)];
    expect(kept(heard({ ...edited(start + hour), own }))).toBeUndefined();
    expect(kept(heard({ own }))).toBeDefined();
  });

  it("is said to be cut where a line cannot show all of it, and then counts by the whole hash alone", () => {
    const long = opened({ ...edited(start + hour), comments: [says(word)] });
    const body = `${long.body}\n\n### Notes\n\n${"And so on. ".repeat(400)}`;
    const reply = replyIn(decisionOn({ ...long, body }));
    expect(reply?.marker).not.toContain(":told:");
    const { data } = JSON.parse(reply?.text ?? "{}");
    expect(data).toMatchObject({ isCut: true, textName: `text:${long.textHash}` });
    expect(replyIn(decisionOn(long))?.marker).toContain(`:told:${long.textHash}`);
  });

  it("counts where the word names the present text, from whatever account, and never where it names another", () => {
    const { textHash } = opened({});
    const whole = [says(named(word, textHash))];
    expect(kept(heard(edited(start + hour), ...whole))).toBeDefined();
    const another = decisionOn(opened({ comments: [says(named(word, "0".repeat(64)))] }));
    expect(kept(memoryOf(another))).toBeUndefined();
    expect(replyIn(another)?.text).toContain('"changes":[]');
  });

  it("counts by an envelope that names the text", () => {
    const envelope = (text: string) => `${word}\n\n\`\`\`signalbox\n{"v":"1.1","text":"${text}"}\n\`\`\``;
    const { textHash } = opened({});
    expect(kept(heard(edited(start + hour), says(envelope(textHash))))).toBeDefined();
    expect(kept(heard({}, says(envelope("0".repeat(64)))))).toBeUndefined();
  });

  it("takes eight digits for a contradiction only: they choose no text, no matter who was shown it", () => {
    const { textHash } = opened({});
    const short = [says(named(word, textHash.slice(0, 8)))];
    expect(kept(heard({}, ...short))).toBeDefined();
    expect(kept(heard({}, says(named(word, "00000000"))))).toBeUndefined();
    expect(kept(heard(edited(start + hour), ...short))).toBeUndefined();
    const line = {
      ...status({}, spoken - minute),
      id: "IC_a",
      key: formatCommentKey({ type: "reply", commentId: "IC_gone", isFinal: false, tells: textHash }),
    };
    expect(kept(heard({ ...edited(start + hour), own: [line] }, ...short))).toBeUndefined();
  });

  it("shows title, options and the whole text, and names the whole hash where a line cannot tell for whom it is", () => {
    const subject = opened({ comments: [says(word)], ...edited(start + hour) });
    const data = JSON.parse(replyIn(decisionOn(subject))?.text ?? "{}").data;
    expect(data).toMatchObject({
      title: subject.title,
      place: "#40",
      changes: [{ part: "text", by: "alice" }],
    });
    expect(data.body).toContain(subject.body.trim().slice(-20));
    expect(data.textName).toBeUndefined();
    const onShared = JSON.parse(replyIn(decisionOn(subject, shared))?.text ?? "{}").data;
    if (onShared !== undefined) expect(onShared.textName ?? "").toMatch(/^$|^text:[0-9a-f]{64}$/);
  });
});

describe("an issue that we opened", () => {
  const raised = (changes: Partial<IssueSeen> = {}) =>
    escalation(60, "#12", {
      author: us,
      opened: { key: "open:I_12:other" },
      createdAt: start + hour,
      ...changes,
    });
  const decidedOn = (subject: IssueSeen) =>
    decided([task(12), subject], {}, { ...context, now }).records.find(({ seen }) => seen.number === 60)
      ?.persisted.decided;
  const swapped = { altered: [{ part: "text", at: start + 2 * hour, by: bob }] } as const;

  it("is decided as it was opened", () => {
    expect(decidedOn(raised({ comments: [says("/decide 1")] }))).toMatchObject({ option: 1 });
  });

  it("decides nothing while its options are swapped, however often it is said, unless our whole text is named", () => {
    const own = [
      {
        ...status({}, spoken + second),
        key: formatCommentKey({
          type: "reply",
          commentId: `IC_${spoken}`,
          isFinal: false,
          tells: raised().textHash,
        }),
      },
    ];
    const twice = [says("/decide 1"), says("/decide 1", spoken + minute)];
    expect(decidedOn(raised({ comments: twice, own, ...swapped }))).toBeUndefined();
    const namedBy = (hash: string) =>
      decidedOn(raised({ comments: [says(named("/decide 1", hash))], ...swapped }));
    expect(namedBy("0".repeat(64))).toBeUndefined();
    expect(namedBy(raised().textHash)).toMatchObject({ option: 1 });
  });

  it("asks again once it has its text back: the word may be about the swapped options", () => {
    const restored = { editor: us, editedAt: start + 3 * hour };
    const subject = raised({ comments: [says("/decide 1")], ...restored });
    expect(decidedOn(subject)).toBeUndefined();
    const decision = decided([task(12), subject], {}, { ...context, now });
    expect(lineOn(decision, 60)).toContain('"restoredAt":"2026');
  });
});

describe("a question that is edited while people are asked about it", () => {
  const asked = (changes: Partial<IssueSeen> = {}) => question(40, "#12", { createdAt: start, ...changes });
  const about = asked().textHash;
  const raised = (changes: Partial<IssueSeen> = {}) =>
    escalation(60, "#40", {
      author: us,
      opened: { key: "open:I_40:overdue@0", about },
      createdAt: start + hour,
      comments: [says("/decide 1")],
      ...changes,
    });
  const story = (changes: Partial<IssueSeen>, other: Partial<IssueSeen> = {}) => {
    const decision = decided([task(12), asked(changes), raised(other)], {}, { ...context, now });
    const at = (number: number) => decision.records.find(({ seen }) => seen.number === number)?.persisted;
    const line = lineOn(decision, 60);
    return {
      accepted: at(40)?.accepted,
      decided: at(60)?.decided,
      line,
    };
  };

  it("is answered by what was decided about this text", () => {
    expect(story({}).accepted).toMatchObject({ decision: "Use SQLite.", version: { hash: about } });
  });

  it.each([
    ["an edit", { ...edited(start + 2 * hour), body: `${asked().body}\nMore.` }],
    [
      "an edit just before people were asked",
      { ...edited(start + hour - second), body: `${asked().body}\nMore.` },
    ],
    ["a rename", renamed(start + 2 * hour)],
  ])("is not answered after %s, and whoever decides is told where to", (_, changes) => {
    const { accepted, decided: choice, line } = story(changes as Partial<IssueSeen>);
    expect(accepted).toBeUndefined();
    expect(choice).toBeUndefined();
    expect(line).toContain("#40 was edited after this was put before people");
  });
});

describe("an answer by an issue", () => {
  const asked = question(40, "#12", { createdAt: start, ...edited(start + hour, alice) });
  const given = (changes: Partial<IssueSeen> = {}) =>
    answer(41, "#40", { author: maria, createdAt: spoken, ...changes });
  const story = (answering: IssueSeen) => {
    const decision = decided([task(12), asked, answering], {}, { ...context, now });
    const shown = effectsOn(decision, 41).get("status");
    return {
      accepted: decision.records.find(({ seen }) => seen.number === 40)?.persisted.accepted,
      status: shown?.type === "ShowStatus" ? shown.text : "",
    };
  };

  it("to an earlier text is asked for on the question, as there is no line to repeat it after", () => {
    const { accepted, status: text } = story(given());
    expect(accepted).toBeUndefined();
    expect(text).toContain("#40 was edited, so this may answer what it said before");
    expect(text).toContain("/answer <decision>");
  });

  it("counts if its envelope names the text", () => {
    const body = (hash: string) => `${given().body}\n\n\`\`\`signalbox\n{"v":"1.1","text":"${hash}"}\n\`\`\``;
    expect(story(given({ body: body(asked.textHash) })).accepted).toMatchObject({
      how: "answer",
      word: "I_41",
    });
    expect(story(given({ body: body("0".repeat(64)) })).accepted).toBeUndefined();
  });
});
