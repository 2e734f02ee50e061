/** The bodies of the requests that the owner of the data folder may send. */
import { z } from "zod";
import { maxOrderWaitMs } from "../../dispatcher/orders/place.ts";
import { parseRepository } from "../../operations/issue.ts";

export const lookShape = z.object({
  owner: z.string().min(1).max(100),
  repo: z.string().min(1).max(100),
  number: z.number().int().positive().max(999_999_999),
});
/** A ULID. */
const ulid = z.string().regex(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/);
export const orderShape = z.object({
  owner: z.string().min(1).max(100),
  repo: z.string().min(1).max(100),
  id: ulid,
  session: ulid.optional(),
  agent: z.string().min(1).max(100),
  issue: lookShape.shape.number.optional(),
  track: z.string().min(1).max(100).optional(),
  space: lookShape.shape.number.optional(),
  /** Fifty locks of 200 characters are the longest. */
  text: z.string().min(1).max(12_000),
  waitMs: z.number().int().nonnegative().max(maxOrderWaitMs).optional(),
});
export const beatShape = z.object({
  agent: orderShape.shape.agent,
  session: ulid.optional(),
  /** `owner/name`. */
  repo: z
    .string()
    .max(200)
    .transform((name) => parseRepository(name))
    .pipe(z.object({ owner: z.string(), repo: z.string() }))
    .optional(),
  issue: lookShape.shape.number.optional(),
  lease: z.number().int().positive().optional(),
  doing: z.string().min(1).max(200).optional(),
  isLeaving: z.boolean().optional(),
});
const seq = z.number().int().nonnegative();
const agentName = z.string().min(1).max(100);
export const acknowledgeShape = z.object({
  agent: agentName,
  read: z
    .array(
      z.discriminatedUnion("type", [
        z.object({ type: z.literal("notes"), seqs: z.array(seq).max(1_000) }),
        z.object({ type: z.literal("excess"), from: agentName, through: seq }),
        z.object({ type: z.literal("all"), through: seq }),
      ]),
    )
    .max(1_000),
});
/** A run that asks for a secret of its own. */
export const runShape = z.object({
  agent: agentName,
  session: ulid,
  owner: lookShape.shape.owner,
  repo: lookShape.shape.repo,
  issue: lookShape.shape.number,
  lease: z.number().int().positive(),
});
export type RunWish = Readonly<z.output<typeof runShape>>;
export const openShape = z.object({ to: z.string().max(1_000) });
