/** One step of a walk. A step asks as somebody, and expects a status and an answer that fits its description. */
import type { Answered } from "../../support/hub.ts";

/** @param as somebody by login, `app`, `nobody`, or whoever holds a token */
export type Walk = (
  as: string,
  request: string,
  status: number,
  given?: unknown,
) => Promise<Answered["body"]>;
