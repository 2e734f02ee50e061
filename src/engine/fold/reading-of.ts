/**
 * An issue's reading, made once of the same text: a cycle folds the same facts several times, and most looks find what
 * the last one found. A newcomer would keep the reading that stands in the index; an earlier release may have made it,
 * so one counts only with what this process made it of.
 */
import type { KindName } from "../../protocol/kinds.ts";
import { type MessageInput, type Reading, readMessage } from "../../protocol/message.ts";
import type { IssueSeen } from "../model/fact.ts";

interface Made {
  readonly of: MessageInput;
  readonly reading: Reading;
}

/** By the fact that showed the text, and by the reading. It goes with them, and changes no result. */
const made = new WeakMap<IssueSeen | Reading, Made>();

/** @param before the reading that is known of the issue */
export function readingOf(
  issue: IssueSeen,
  settledKind: KindName | undefined,
  before: Reading | undefined,
): Reading {
  const { title, body, labels, nativeType } = issue;
  const input: MessageInput = { title, body, labels, nativeType, settledKind };
  const known = [made.get(issue), before && made.get(before)].find((each) => each && isSame(each.of, input));
  if (known !== undefined) return known.reading;
  const reading = readMessage(input);
  const now = { of: input, reading };
  made.set(issue, now);
  made.set(reading, now);
  return reading;
}

function isSame(one: MessageInput, other: MessageInput): boolean {
  return (
    one.title === other.title &&
    one.body === other.body &&
    one.nativeType === other.nativeType &&
    one.settledKind === other.settledKind &&
    one.labels.length === other.labels.length &&
    one.labels.every((label, place) => label === other.labels[place])
  );
}
