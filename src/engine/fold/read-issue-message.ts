/**
 * Caches an issue's parsed text: a reconcile pass folds the same facts several times, and most refreshes find
 * an unchanged text. A parse result from the index counts only if this process confirmed it, as an earlier
 * release may have parsed it.
 */
import type { KindName } from "../../protocol/kinds/kinds.ts";
import { type MessageInput, type MessageReading, readMessage } from "../../protocol/message.ts";
import type { IssueSeen } from "../model/fact.ts";

interface Made {
  readonly of: MessageInput;
  readonly reading: MessageReading;
}

/**
 * By the fact that showed the text, and by the parse result. Entries are collected with their keys, and never
 * change a result.
 */
const made = new WeakMap<IssueSeen | MessageReading, Made>();

/** @param before the parse result that is known of the issue */
export function readIssueMessage(
  issue: IssueSeen,
  settledKind: KindName | undefined,
  before: MessageReading | undefined,
): MessageReading {
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
