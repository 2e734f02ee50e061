/**
 * Writes a message as an issue body, the inverse of reading. A value that contains a heading, an open fence
 * or a comment goes into a fence: otherwise it would be misread.
 */

import { type Envelope, writeEnvelope } from "../envelope/envelope.ts";
import { opensEnvelope } from "../envelope/envelope-block.ts";
import { type Message, rowsOf } from "../kinds/kinds.ts";
import { blocksOf } from "../markdown/block.ts";
import { noResponse, wrapped } from "../markdown/readable.ts";
import { fenceAround } from "../render/fenced.ts";
import { scanBody } from "./sections.ts";

/** The body as the web form would have written it, followed by the envelope if there is one. */
export function writeBody(message: Message, envelope?: Envelope): string {
  const sections = rowsOf(message).map(([{ label }, text]) => `### ${label}\n\n${asValue(text)}`);
  return [...sections, ...(envelope === undefined ? [] : [writeEnvelope(envelope)])]
    .join("\n\n")
    .concat("\n");
}

function asValue(text: string | undefined): string {
  const value = text?.replace(/\r\n?/g, "\n") ?? "";
  if (value.trim() === "") return noResponse;
  return survives(value) ? value : fenceAround(value, wrapped);
}

/** Whether the text is read back unchanged from a body and leaves what follows it intact. */
function survives(value: string): boolean {
  const { sections, problems } = scanBody(`### Value\n\n${value}`);
  if (sections.length !== 1 || problems.length > 0 || sections[0]?.value !== value) return false;
  const { lines, broken } = blocksOf(value);
  return broken === undefined && !lines.some(opensEnvelope);
}
