/**
 * Collects the references in an issue's text, and the kind that each must have: a question's tasks, an
 * answer's question, a handover's task.
 */

import { unreachable } from "../../base/errors.ts";
import type { KindName } from "../../protocol/kinds/kinds.ts";
import type { MessageReading } from "../../protocol/message.ts";
import { parseRefs, type Ref } from "../../protocol/references/ref.ts";

/** A reference and the section that it was found in. */
export interface Named {
  readonly ref: Ref;
  readonly section: string;
  /** The only kind that makes sense there. */
  readonly kind: KindName | undefined;
}

export function namedIn(reading: MessageReading): readonly Ref[] {
  return refsBySection(reading).map(({ ref }) => ref);
}

/**
 * The references in a message's text, and those sealed in the envelope if we opened it. A handover with problems is
 * linked to its task too, so that the task's brief finds it.
 */
export function linkedIn(reading: MessageReading): readonly Ref[] {
  const isLinked = reading.kind === "escalation" || reading.kind === "task";
  const links = isLinked ? (reading.envelope?.refs ?? []).flatMap((text) => parseRefs(text).slice(0, 1)) : [];
  const excerpt = reading.kind === undefined ? undefined : reading.excerpt;
  return [...namedIn(reading), ...links, ...(excerpt === undefined ? [] : [excerpt.completes])];
}

/** The tracks that a message is for. */
export function tracksIn(reading: MessageReading): readonly string[] {
  const message = reading.kind === undefined ? undefined : reading.message;
  return message?.kind === "discovery" ? message.relevantTo.tracks : [];
}

export function refsBySection(reading: MessageReading): readonly Named[] {
  const message = reading.kind === undefined ? undefined : reading.message;
  if (message === undefined) return [];
  switch (message.kind) {
    case "task":
      return within("Blocked by", message.blockedBy);
    case "question":
      return within("Blocking task", message.blockingTasks, "task");
    case "answer":
      return within("Answers", [message.answers], "question");
    case "handover":
      return [
        ...within("Completes", [message.completes], "task"),
        ...within("Discoveries", message.discoveries, "discovery"),
        ...within("Blockers", message.blockers),
      ];
    case "discovery":
      return within("Relevant to", message.relevantTo.refs);
    case "escalation":
      return message.regarding === "settings" ? [] : within("Regarding", [message.regarding]);
    default:
      return unreachable(message);
  }
}

function within(section: string, refs: readonly Ref[], kind?: KindName): readonly Named[] {
  return refs.map((ref) => ({ ref, section, kind }));
}
