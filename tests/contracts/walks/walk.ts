/**
 * One step of a walk: sends a request as a user, and expects a status and an answer that matches its
 * description.
 */
import type { Answered } from "../../support/hub.ts";

/** @param as a user by login, `app`, `nobody`, or the holder of a token */
export type Walk = (
  as: string,
  request: string,
  status: number,
  given?: unknown,
) => Promise<Answered["body"]>;
