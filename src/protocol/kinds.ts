/** The table of kinds. A new kind is one file and one line here; a newcomer would switch over names instead. */
import { answer } from "./answer.ts";
import { discovery } from "./discovery.ts";
import { escalation } from "./escalation.ts";
import { handover } from "./handover.ts";
import type { Kind } from "./kind.ts";
import { question } from "./question.ts";
import { task } from "./task.ts";

const table = { task, question, answer, handover, discovery, escalation };

export type KindName = keyof typeof table;

type MessageOf<K> = K extends Kind<infer M> ? M : never;
type Messages = { readonly [N in KindName]: MessageOf<(typeof table)[N]> };

/** Any message, told apart by `kind`. */
export type Message = Messages[KindName];

/** Each kind by its name. */
export const kinds: { readonly [N in KindName]: Kind<Messages[N]> } = table;

/** What kinds have in common where no message is at hand. */
export type AnyKind = (typeof kinds)[KindName];

/** All kinds, in the order of the documentation. */
export const allKinds: readonly AnyKind[] = Object.values(kinds);

/** The labels that mirror a message's values, besides that of its kind. */
export function mirroredLabels<N extends KindName>(
  message: Messages[N] & { readonly kind: N },
): readonly string[] {
  return kinds[message.kind].mirroredLabels(message);
}

/** The sections of a message with their texts. */
export function rowsOf<N extends KindName>(
  message: Messages[N] & { readonly kind: N },
): ReturnType<AnyKind["write"]> {
  return kinds[message.kind].write(message);
}
