/**
 * The requests that a web process sends to the worker that owns an installation. The two may run different releases, so
 * both validate bodies and answers, and a worker answers an unknown kind with an error text. Kinds are stored in rows: do
 * not rename them.
 */
import { z } from "zod";
import type { Millis } from "../../base/clock.ts";
import { coordinateWishShape } from "../composition/coordinate-once.ts";
import { lookShape } from "../http/control-shapes.ts";
import { invariantReportShape, type Posted } from "../maintenance/show-invariants.ts";
import { coordinatedShape } from "./coordinated-shape.ts";
import { rebuiltShape } from "./rebuilt-shape.ts";

const emptyShape = z.object({});

const postedShape = z.discriminatedUnion("isPosted", [
  z.object({ isPosted: z.literal(true), result: z.string() }),
  z.object({ isPosted: z.literal(false), why: z.string() }),
]) satisfies z.ZodType<Posted>;

interface Kind {
  readonly body: z.ZodType;
  readonly answer: z.ZodType;
  /** How long the request stays valid before a worker starts it. */
  readonly waitMs: Millis;
  /** Whether the sender waits as long as a worker works on it. Short requests overtake long ones. */
  readonly isLong: boolean;
  /** How long the sender of a long request waits for a worker with room for the installation, as long as a worker runs. */
  readonly capacityWaitMs: Millis;
}

const defaultWaitMs = 10_000;
/** A full worker has room again when one of its installations has nothing to do. */
const capacityWaitMs = 10 * 60_000;

export const requestKinds = {
  // Refreshes an issue. The sender gives up after five seconds.
  look: {
    body: lookShape,
    answer: z.object({ isFresh: z.boolean() }),
    waitMs: 4_000,
    isLong: false,
    capacityWaitMs: 0,
  },
  // The stored pauses have changed. A worker that takes the installation later applies them anyway.
  "pauses changed": {
    body: emptyShape,
    answer: emptyShape,
    waitMs: defaultWaitMs,
    isLong: true,
    capacityWaitMs: 0,
  },
  rebuild: { body: emptyShape, answer: rebuiltShape, waitMs: defaultWaitMs, isLong: true, capacityWaitMs },
  verify: {
    body: invariantReportShape,
    answer: postedShape,
    waitMs: defaultWaitMs,
    isLong: false,
    capacityWaitMs: 0,
  },
  coordinate: {
    body: coordinateWishShape,
    answer: z.object({ repositories: z.array(coordinatedShape) }),
    waitMs: defaultWaitMs,
    isLong: true,
    capacityWaitMs,
  },
  role: {
    body: z.object({
      repositoryId: z.string(),
      person: z.object({ id: z.string(), login: z.string() }),
    }),
    // `found` is absent if the App does not serve the repository.
    answer: z.object({ found: z.object({ role: z.string(), isPrivate: z.boolean() }).optional() }),
    waitMs: defaultWaitMs,
    isLong: false,
    capacityWaitMs: 0,
  },
  // Searches for lost deliveries. The sender does not wait for the answer, and the search is as useful an hour later.
  suspect: { body: emptyShape, answer: emptyShape, waitMs: 60 * 60_000, isLong: false, capacityWaitMs: 0 },
} as const satisfies Readonly<Record<string, Kind>>;

export type RequestKinds = typeof requestKinds;
export type RequestKind = keyof RequestKinds;
export type BodyOf<K extends RequestKind> = z.input<RequestKinds[K]["body"]>;
/** A validated body. */
export type CheckedBody<K extends RequestKind> = z.output<RequestKinds[K]["body"]>;
export type AnswerTo<K extends RequestKind> = z.output<RequestKinds[K]["answer"]>;

export function isRequestKind(kind: string): kind is RequestKind {
  return Object.hasOwn(requestKinds, kind);
}

/** An answer as it is stored. */
export const replyShape = z.discriminatedUnion("type", [
  z.object({ type: z.literal("done"), value: z.unknown() }),
  z.object({ type: z.literal("failed"), why: z.string() }),
]);
export type Reply = z.infer<typeof replyShape>;
