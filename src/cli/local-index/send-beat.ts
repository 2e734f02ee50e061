/** Gives a sign of life to the server of the data folder, for an operation. */
import type { BeatReply, BeatRequest } from "../../operations/ports.ts";
import { postBeat } from "../beat/post-beat.ts";
import { contactOf } from "../beat/surroundings.ts";

const timeoutMs = 10_000;

/** Undefined if no server replied. Never rejects. @param home absolute path of the data folder */
export async function sendBeat(
  home: string,
  { agent, session, task, lease, doing }: BeatRequest,
): Promise<BeatReply | undefined> {
  const where = task === undefined ? {} : { repo: `${task.owner}/${task.repo}`, issue: task.number };
  const sign = { agent, session, doing, ...where, ...(lease === undefined ? {} : { lease: Number(lease) }) };
  const reply = await postBeat(contactOf(home), sign, { timeoutMs });
  if (reply === undefined) return undefined;
  const { type, why = "the server does not say why" } = reply;
  if (type === "heard") return { type };
  return type === "ended" || type === "done" || type === "refused"
    ? { type, why }
    : { type: "unavailable", why };
}
