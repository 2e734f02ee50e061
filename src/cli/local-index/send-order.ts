/**
 * Sends an order to the server of the data folder, and the same one again if the server ends in between: it has one
 * id, so it is carried out once. Do not trust the contact file: a server that was killed leaves one behind.
 */
import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { systemClock } from "../../base/clock.ts";
import { formatUlid } from "../../base/ulid.ts";
import type { OrderResult, OrderWish } from "../../operations/ports.ts";
import { controlPaths } from "../../server/http/control.ts";
import { readContact } from "../../server/maintenance/data-folder.ts";
import { askServer } from "./ask-server.ts";

/** The server decides or gives up within ten seconds, but a busy machine may take longer to answer. */
const answerMs = 15_000;
/** How long a server that does not answer is looked for. */
const patienceMs = 10_000;
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
]);

/** Never rejects. @param home absolute path of the data folder */
export async function sendOrder(home: string, wish: OrderWish): Promise<OrderResult> {
  const body = { ...wish, id: formatUlid(systemClock.now(), randomBytes(16)) };
  const until = systemClock.now() + patienceMs;
  for (;;) {
    const result = await trySend(home, body);
    if (result !== undefined) return result;
    if (systemClock.now() >= until)
      return { type: "undecided", why: "no server answers with this data folder" };
    await sleep(againMs);
  }
}

/** Undefined if no server answered. */
async function trySend(home: string, body: object): Promise<OrderResult | undefined> {
  const contact = readContact(home);
  if (contact === undefined) return undefined;
  try {
    const response = await askServer(contact, controlPaths.order, { body, timeoutMs: answerMs });
    if (response.status === 200) return resultShape.parse(await response.json());
    if (response.status === 503)
      return { type: "undecided", why: "the server cannot store the order; its log says why" };
    return undefined;
  } catch {
    return undefined;
  }
}
