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

const nothing = z.object({});

const postedShape = z.discriminatedUnion("isPosted", [
  z.object({ isPosted: z.literal(true) }),
  z.object({ isPosted: z.literal(false), why: z.string() }),
]) satisfies z.ZodType<Posted>;

interface Kind {
  readonly body: z.ZodType;
  readonly answer: z.ZodType;
  /** How long a worker may wait before it starts the request; after that, it is obsolete. */
  readonly waitMs: Millis;
  /** Whether the sender waits for as long as a worker works on it. Short requests overtake long ones. */
  readonly isLong: boolean;
  /** How long the sender of a long request waits for a worker that has room for the installation, while some run. */
  readonly turnMs: Millis;
}

const usualMs = 10_000;
/** A worker that is full has room again when one of its installations has nothing to do. */
const turnMs = 10 * 60_000;

export const requestKinds = {
  // Refreshes an issue. The sender gives up after five seconds.
  look: {
    body: lookShape,
    answer: z.object({ isFresh: z.boolean() }),
    waitMs: 4_000,
    isLong: false,
    turnMs: 0,
  },
  // The pauses in the table have changed: a worker that serves the installation later begins with them.
  "pauses changed": { body: nothing, answer: nothing, waitMs: usualMs, isLong: true, turnMs: 0 },
  rebuild: { body: nothing, answer: rebuiltShape, waitMs: usualMs, isLong: true, turnMs },
  verify: { body: invariantReportShape, answer: postedShape, waitMs: usualMs, isLong: false, turnMs: 0 },
  coordinate: {
    body: coordinateWishShape,
    answer: z.object({ repositories: z.array(coordinatedShape) }),
    waitMs: usualMs,
    isLong: true,
    turnMs,
  },
  role: {
    body: z.object({
      repositoryId: z.string(),
      person: z.object({ id: z.string(), login: z.string() }),
    }),
    /** Undefined if the App does not serve the repository. */
    answer: z.object({ found: z.object({ role: z.string(), isPrivate: z.boolean() }).optional() }),
    waitMs: usualMs,
    isLong: false,
    turnMs: 0,
  },
  // Searches for lost deliveries. No one waits for the answer, and it is as useful an hour later.
  suspect: { body: nothing, answer: nothing, waitMs: 60 * 60_000, isLong: false, turnMs: 0 },
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

/** How an answer is written into the row. */
export const replyShape = z.discriminatedUnion("type", [
  z.object({ type: z.literal("done"), value: z.unknown() }),
  z.object({ type: z.literal("failed"), why: z.string() }),
]);
export type Reply = z.infer<typeof replyShape>;
