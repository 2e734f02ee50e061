/** Collects the references in an issue's text. What each means is in the table of kinds. */

import type { Named } from "../../protocol/kinds/kind.ts";
import { namedBy } from "../../protocol/kinds/kinds.ts";
import type { MessageReading } from "../../protocol/message.ts";
import { parseRefs, type Ref } from "../../protocol/references/ref.ts";

export function namedIn(reading: MessageReading): readonly Ref[] {
  return refsBySection(reading).map(({ ref }) => ref);
}

/** The references that create dependencies. */
export function edgesIn(reading: MessageReading): readonly Ref[] {
  return refsBySection(reading).flatMap(({ ref, edge }) => (edge === undefined ? [] : ref));
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
  if (message?.kind === "contract") return message.tracks ?? [];
  return message?.kind === "discovery" ? message.relevantTo.tracks : [];
}

/**
 * What a message is found by besides references: the tracks that it is for and, of a contract, its interface, so
 * that versions find each other even if they share no task.
 */
export function interestsIn(reading: MessageReading): readonly string[] {
  const message = reading.kind === undefined ? undefined : reading.message;
  const own = message?.kind === "contract" ? [`interface ${message.interface}`] : [];
  return [...tracksIn(reading), ...own];
}

export function refsBySection(reading: MessageReading): readonly Named[] {
  const message = reading.kind === undefined ? undefined : reading.message;
  return message === undefined ? [] : namedBy(message);
}
