/**
 * The table of kinds. To add a kind, add one file and one line here; do not switch over kind names elsewhere.
 */
import { answer } from "./answer.ts";
import { contract } from "./contract.ts";
import { discovery } from "./discovery.ts";
import { escalation } from "./escalation.ts";
import { handover } from "./handover.ts";
import type { Kind, Named } from "./kind.ts";
import { question } from "./question.ts";
import { space } from "./space.ts";
import { task } from "./task.ts";
import { vote } from "./vote.ts";

const table = { task, question, answer, handover, discovery, escalation, space, vote, contract };

export type KindName = keyof typeof table;

type MessageOf<K> = K extends Kind<infer M> ? M : never;
type Messages = { readonly [N in KindName]: MessageOf<(typeof table)[N]> };

/** Any message, discriminated by `kind`. */
export type Message = Messages[KindName];

export const kinds: { readonly [N in KindName]: Kind<Messages[N]> } = table;

/** The kinds' common type, for code that has no message of a particular kind. */
export type AnyKind = (typeof kinds)[KindName];

/** All kinds, in the order of the documentation. */
export const allKinds: readonly AnyKind[] = Object.values(kinds);

/** The labels that mirror a message's values, in addition to its kind's label. */
export function mirroredLabels<N extends KindName>(
  message: Messages[N] & { readonly kind: N },
): readonly string[] {
  return kinds[message.kind].mirroredLabels(message);
}

/** The issues that a message names. */
export function namedBy<N extends KindName>(message: Messages[N] & { readonly kind: N }): readonly Named[] {
  return kinds[message.kind].named(message);
}

/** The sections of a message with their texts. */
export function rowsOf<N extends KindName>(
  message: Messages[N] & { readonly kind: N },
): ReturnType<AnyKind["write"]> {
  return kinds[message.kind].write(message);
}
