/** What was settled is kept in one shape, whatever its kind: about which text, when, in which way and by whom. */
import { describe, expect, it } from "vitest";
import { approvalOf } from "../../../src/dispatcher/settings-approval/approvals.ts";
import { settlement } from "../../../src/engine/matters/persisted.ts";
import { settledBy } from "../../../src/engine/matters/settled-by.ts";
import { settledText, settlementOf } from "../../../src/engine/matters/text-version.ts";
import { settingsKey } from "../../../src/engine/messages/settings-asked.ts";
import { orderedId, pressedId } from "../../../src/engine/model/spoken.ts";
import { formatWorkName, hashWork } from "../../../src/protocol/commands/text-name.ts";
import { evidence, head, pullRequest } from "../../support/evidence.ts";
import { decided, escalation, handover, maria, task, us } from "../../support/issues.ts";
import { decisionOn, matters, says, spoken } from "../../support/matters.ts";

const recordIn = ({ records }: ReturnType<typeof decided>, number: number) => {
  const record = records.find(({ seen }) => seen.number === number);
  if (record === undefined) throw new Error(`#${number} was not read.`);
  return record;
};
const settledOn = (record: ReturnType<typeof recordIn>) => {
  const found = settlementOf(record);
  if (found === undefined) throw new Error("Nothing was settled.");
  return settlement.parse(found);
};

describe.each(matters)("$name", ({ word, opened }) => {
  const record = recordIn(decisionOn(opened({ comments: [says(word)] })), 40);
  const { title, textHash } = opened({});

  it("keeps text, time and way, and says who decided where one person did", () => {
    const byVotes = word.startsWith("/vote");
    expect(settledOn(record)).toMatchObject({
      version: { title, hash: textHash },
      at: spoken,
      decision: expect.any(String),
      ...(byVotes ? { how: "count" } : { how: "command", word: `IC_${spoken}`, by: { login: "maria" } }),
    });
    expect(settledText(record)).toEqual({ title, isEdited: false });
  });

  it("is of another matter once the issue is of another kind: nothing of it is shown as decided", () => {
    const kind = record.reading.kind === "question" ? "vote" : "question";
    const retyped = { ...record, reading: { ...record.reading, kind } } as typeof record;
    expect(settlementOf(retyped)).toBeUndefined();
    expect(settledText(retyped).isEdited).toBe(true);
  });
});

describe("a handover", () => {
  const pull = evidence({ pullRequest: pullRequest({ headSha: head }), checkRuns: [] });
  const { textHash, title } = handover(60, "#12");
  const text = `/accept ${formatWorkName(hashWork({ textHash, head, base: "main" }))} because I saw it`;
  const accepted = (id: string) => {
    const seen = handover(60, "#12", { comments: [{ id, author: maria, text, createdAt: spoken }] });
    return settledOn(recordIn(decided([task(12), seen], {}, {}, { I_60: pull }), 60));
  };
  const press = pressedId({ checkRunId: "CR_1", shownAt: spoken, personId: maria.id });

  it.each([
    ["command", "IC_9"],
    ["press", press],
  ])("keeps by which %s, who and why it was accepted despite the verdict", (how, id) => {
    expect(accepted(id)).toMatchObject({
      version: { title, hash: textHash },
      how,
      word: id,
      by: { login: "maria" },
      because: "I saw it",
      row: "role admin; the settings ask for maintain",
    });
  });
});

it("an order of a page is told from a comment", () => {
  const said = { id: orderedId("01JD"), author: maria, text: "/decide 1", createdAt: spoken };
  expect(settledBy(said)).toMatchObject({ how: "order", word: said.id, at: spoken });
});

describe("an approval of settings", () => {
  const file = { hash: "f".repeat(64), commit: head, stay: "1" };
  const key = settingsKey(file);
  const seen = escalation(40, "#12", { author: us, opened: { key } });
  const asked = recordIn(decided([task(12), seen]), 40);
  const approving = (hash: string) => ({
    ...asked,
    persisted: {
      ...asked.persisted,
      approved: {
        version: { title: seen.title, hash: seen.textHash },
        at: spoken,
        how: "command" as const,
        word: "IC_9",
        by: { id: maria.id, login: "maria" },
        file: hash,
      },
    },
  });

  it("counts for the file that was approved, and for no other", () => {
    expect(approvalOf(approving(file.hash), key)).toEqual({
      ...file,
      by: { id: maria.id, login: "maria" },
      at: spoken,
    });
    expect(approvalOf(approving("0".repeat(64)), key)).toBeUndefined();
  });

  it("is what the issue's matter was settled by", () => {
    expect(settledText(approving(file.hash))).toEqual({ title: seen.title, isEdited: false });
  });
});
