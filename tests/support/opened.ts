/** What we would open, and the same as GitHub shows it afterwards: for tests that follow an escalation. */
import type { OpenIssue } from "../../src/engine/model/effect.ts";
import type { IssueSeen } from "../../src/engine/model/fact.ts";
import { type MessageReading, readMessage } from "../../src/protocol/message.ts";
import { type decided, effectsOn, issue, us } from "./issues.ts";

export function openedFor(decision: ReturnType<typeof decided>, number: number): readonly OpenIssue[] {
  return [...effectsOn(decision, number).values()].flatMap((effect) =>
    effect.type === "OpenIssue" ? [effect] : [],
  );
}

/** The issue that such an effect creates. */
export function asSeen(
  number: number,
  effect: OpenIssue | undefined,
  changes: Partial<IssueSeen> = {},
): IssueSeen {
  if (effect === undefined) throw new Error("Nothing was to be opened.");
  const { title, body, labels, marker, sealed } = effect;
  return issue(number, { title, body, labels, author: us, opened: { key: marker, ...sealed }, ...changes });
}

/** The parsed message. */
export function readingOf(
  effect: OpenIssue | undefined,
): Extract<MessageReading, { readonly problems: unknown }> {
  const { title = "", body = "", labels = [] } = effect ?? {};
  const reading = readMessage({ title, body, labels });
  if (reading.kind === undefined) throw new Error("It is of no kind.");
  return reading;
}
