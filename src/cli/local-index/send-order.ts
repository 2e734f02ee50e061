/**
 * Sends an order to the server of the data folder, and the same one again if the server ends in between: it has one
 * id, so it is carried out once. Do not trust the contact file: a server that was killed leaves one behind.
 */
import { randomBytes } from "node:crypto";
import { z } from "zod";
import { type Clock, systemClock } from "../../base/clock.ts";
import { formatUlid } from "../../base/ulid.ts";
import { maxOrderWaitMs } from "../../dispatcher/orders/place.ts";
import type { OrderReply, OrderRequest } from "../../operations/ports.ts";
import { controlPaths } from "../../server/http/control-paths.ts";
import { readContact } from "../../server/maintenance/data-folder.ts";
import { askServer } from "./ask-server.ts";
import { classifySilence, silencePhrase, wasNeverSent } from "./silence.ts";

/** How long an answer is waited for in all, also over a restart of the server. */
const usualPatienceMs = 10_000;
/** The server gives up with us, but a busy machine may take longer to say so. */
const graceMs = 5_000;
const againMs = 250;

const resultShape = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("done"),
    issue: z.number(),
    lease: z.object({ token: z.number(), since: z.number() }).optional(),
  }),
  z.object({
    type: z.literal("refused"),
    issue: z.number().optional(),
    reason: z.string(),
    isMistake: z.boolean(),
  }),
  z.object({ type: z.literal("undecided"), why: z.string() }),
  z.object({ type: z.literal("unknown"), id: z.string() }),
  z.object({ type: z.literal("unavailable"), why: z.string() }),
]);

type Attempt =
  | { readonly type: "answered"; readonly result: OrderReply }
  /** The server has it, or had it: its answer did not arrive. */
  | { readonly type: "unheard" }
  /** The server did not take it. */
  | { readonly type: "not taken"; readonly why: string };

/** Never rejects. @param home absolute path of the data folder */
export async function sendOrder(
  home: string,
  { id: given, patienceMs = usualPatienceMs, ...wish }: OrderRequest,
  clock: Clock = systemClock,
): Promise<OrderReply> {
  const id = given ?? formatUlid(clock.now(), randomBytes(16));
  const until = clock.now() + patienceMs;
  let isUnheard = given !== undefined;
  for (;;) {
    const leftMs = Math.max(0, until - clock.now());
    const waitMs = Math.min(leftMs, maxOrderWaitMs);
    const attempt = await trySend(home, { ...wish, id, waitMs });
    const isCut = waitMs < leftMs;
    if (attempt?.type === "answered" && !(isCut && attempt.result.type === "undecided"))
      return attempt.result;
    // What was stored may have been carried out by a server that then ended: only an answer tells.
    isUnheard ||= attempt?.type === "unheard";
    const isOver = clock.now() >= until;
    if (isUnheard && isOver) return { type: "unknown", id };
    if (!isUnheard && attempt?.type === "not taken") return { type: "undecided", why: attempt.why };
    if (isOver) return { type: "undecided", why: "no server answers with this data folder" };
    await clock.sleep(againMs);
  }
}

/** Undefined if there was no server to send it to. */
async function trySend(
  home: string,
  body: { readonly id: string; readonly waitMs: number },
): Promise<Attempt | undefined> {
  const contact = readContact(home);
  if (contact === undefined) return undefined;
  try {
    const response = await askServer(contact, controlPaths.order, { body, timeoutMs: body.waitMs + graceMs });
    if (response.status === 503)
      return { type: "not taken", why: "the server cannot store the order; its log says why" };
    // Another program has the port of a server that was killed.
    if (response.status !== 200) return undefined;
    const result = resultShape.parse(await response.json());
    if (result.type === "unknown") return { type: "unheard" };
    return result.type === "unavailable"
      ? { type: "not taken", why: result.why }
      : { type: "answered", result };
  } catch (thrown) {
    if (classifySilence(thrown) === "not allowed")
      return { type: "not taken", why: `the server cannot be asked: ${silencePhrase(thrown)}` };
    return wasNeverSent(thrown) ? undefined : { type: "unheard" };
  }
}
