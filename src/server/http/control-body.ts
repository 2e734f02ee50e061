/** Reads the body of a request to the server's socket. */
import type { IncomingMessage } from "node:http";
import { createBodyReader } from "./request-body.ts";

/** The largest request is a report on fifty invariants. */
const readBody = createBodyReader({ maxBytes: 65_536, ordinaryBytes: 65_536, largePlaces: 0 });

/** Undefined if it is too large, cut off, or no JSON. */
export async function jsonOf(request: IncomingMessage): Promise<unknown> {
  const read = await readBody(request);
  if (read.type !== "read") return undefined;
  try {
    return JSON.parse(read.body.toString());
  } catch {
    return undefined;
  }
}
