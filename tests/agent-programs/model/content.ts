/** What the protocols share. Text is a string, or a list of parts, some of which have parts of their own. */
import { z } from "zod";

const partShape = z.looseObject({
  type: z.string().optional(),
  text: z.string().optional(),
  content: z.unknown().optional(),
});

export function textIn(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content
    .map((part) => {
      const { text, content: inner } = partShape.safeParse(part).data ?? {};
      return text ?? textIn(inner);
    })
    .join("\n");
}

export function sizeOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value) ?? "");
}

/** What a provider calls an error: programs try one of its own again, and one of theirs not. */
export function errorType(status: number, ofProvider: string): string {
  return status < 500 ? "invalid_request_error" : ofProvider;
}
