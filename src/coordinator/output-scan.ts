/**
 * The last look before words leave: what holds a secret is not proposed, however it came there. A newcomer would redact
 * and go on; a document with a secret in it is a matter for people.
 */
import { redact } from "../protocol/render/redact.ts";
import { passing, stopping, type Verdict } from "./gate.ts";

/** Whether the text can be shown as it stands. */
export function isClean(text: string, secrets: readonly string[]): boolean {
  return redact(text, secrets) === text;
}

export function outputScan(texts: readonly string[], secrets: readonly string[]): Verdict {
  return texts.every((text) => isClean(text, secrets))
    ? passing("Nothing in it looks like a secret.")
    : stopping(["What would be quoted holds something that looks like a secret."]);
}
