/**
 * The last check before text is proposed. A text with a secret is not redacted and posted but left to people:
 * a document that contains one needs their attention.
 */
import { redact } from "../../protocol/render/redact.ts";
import { passing, stopping, type Verdict } from "./gate.ts";

/** Whether the text can be shown unchanged. */
export function isClean(text: string, secrets: readonly string[]): boolean {
  return redact(text, secrets) === text;
}

export function outputScan(texts: readonly string[], secrets: readonly string[]): Verdict {
  return texts.every((text) => isClean(text, secrets))
    ? passing("Nothing in it looks like a secret.")
    : stopping(["The text to quote contains something that looks like a secret."]);
}
