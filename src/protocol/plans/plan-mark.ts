/**
 * The mark of a plan in an issue's envelope, by which the issue is found again. Its ID follows from plan and key, so
 * that two runs give an entry the same one. The hash shows whether the text is still as the plan wrote it.
 */
import { formatUlid } from "../../base/ulid.ts";
import type { Envelope } from "../envelope/envelope.ts";
import { settledText } from "../envelope/settled-text.ts";
import { splitEnvelope } from "../envelope/split-envelope.ts";

/** SHA-256 of a text. */
export type Digest = (text: string) => Uint8Array;

/** An issue that a plan opened. */
export interface PlanMark {
  readonly plan: string;
  readonly key: string;
  /** Whether title and text are as the plan last wrote them. */
  readonly isUntouched: boolean;
}

/** The ULID of a plan's entry. */
export function entryId(digest: Digest, plan: string, key: string): string {
  const bytes = digest(`signalbox plan\n${plan}\n${key}`);
  const at = bytes.subarray(0, 6).reduce((sum, byte) => sum * 256 + byte, 0);
  return formatUlid(at, bytes.subarray(6, 22));
}

/** @param text the body without its envelope */
export function planEnvelope(
  digest: Digest,
  plan: string,
  key: string,
  { title, text }: { readonly title: string; readonly text: string },
): Envelope {
  const hash = hashOf(digest, title, text);
  return { v: "1.1", id: entryId(digest, plan, key), plan: { name: plan, key, hash } };
}

/** Undefined for an issue that no plan opened. */
export function planMarkIn(
  digest: Digest,
  { title, body }: { readonly title: string; readonly body: string },
): PlanMark | undefined {
  const { words, envelope } = splitEnvelope(body);
  const { id, plan } = envelope?.ok === true ? envelope.envelope : {};
  // A key that was copied to another entry's block names an issue that this plan did not open.
  if (plan === undefined || id !== entryId(digest, plan.name, plan.key)) return undefined;
  return { plan: plan.name, key: plan.key, isUntouched: plan.hash === hashOf(digest, title, words) };
}

function hashOf(digest: Digest, title: string, text: string): string {
  const bytes = digest(`${title.trim()}\n${settledText(text)}`);
  return [...bytes.subarray(0, 8)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
