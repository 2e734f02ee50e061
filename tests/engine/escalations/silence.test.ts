/** What silence does to an escalation is written down once. */
import { expect, test } from "vitest";
import { noteSilence } from "../../../src/engine/escalations/silence.ts";
import { viewOf } from "../../../src/engine/model/view.ts";
import { context, decided, empty, escalation, task } from "../../support/issues.ts";

const asked = escalation(41, "#12");
const unset = { ...asked, body: `${asked.body}\n### Default\n\n1\n` };

test("and not again, in whatever order its parts were kept", () => {
  const record = decided([unset, task(12)]).records.find(({ seen }) => seen.number === 41);
  const silence = record?.persisted.silence;
  expect(silence).toEqual({ option: 1, because: "It sets no deadline." });
  if (record === undefined || silence === undefined) return;
  const { option, because } = silence;
  const kept = { ...record, persisted: { ...record.persisted, silence: { because, option } } };
  const view = viewOf({ ...empty, records: new Map([[kept.seen.id, kept]]) });
  expect(noteSilence.updateState({ view, record: kept, context })).toEqual({});
});
