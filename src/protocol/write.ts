/**
 * From a message to the body that says it: the inverse of reading. A newcomer would join labels and values; a value
 * with a heading, an open fence or a comment in it would then be read as something else, so it goes into a fence.
 */
import { blocksOf } from "./block.ts";
import { type Envelope, writeEnvelope } from "./envelope.ts";
import { opensEnvelope } from "./envelope-block.ts";
import { type Message, rowsOf } from "./kinds.ts";
import { noResponse, wrapped } from "./readable.ts";
import { fenceAround } from "./render/fenced.ts";
import { scanBody } from "./sections.ts";

/** The body as the web form would have written it, with the envelope at its end if there is one. */
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

/** Whether the text, standing in a body, is read back as it is and leaves what follows alone. */
function survives(value: string): boolean {
  const { sections, problems } = scanBody(`### Value\n\n${value}`);
  if (sections.length !== 1 || problems.length > 0 || sections[0]?.value !== value) return false;
  const { lines, unclosed } = blocksOf(value);
  return unclosed === undefined && !lines.some(opensEnvelope);
}
