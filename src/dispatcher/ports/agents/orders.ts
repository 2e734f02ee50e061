/**
 * Orders: what an agent requests next to the server instead of by a comment, and what a person chose on a page. An order
 * is stored before its sender gets a reply, and answered in the commit that carries it out.
 */
import type { Millis } from "../../../base/clock.ts";
import type { NodeId, RepositoryId } from "../../../engine/model/fact.ts";

export interface Order {
  /** A ULID made by the sender: sent again, it is the same order and gets the same answer. */
  readonly id: string;
  readonly repositoryId: RepositoryId;
  /** The agent's name in the settings; for a person's choice, words that no agent can have as its name. */
  readonly agent: string;
  /** The person who chose on a page. */
  readonly chooser?: Chooser | undefined;
  /** The issue's number; undefined: the best task that is ready. */
  readonly issue: number | undefined;
  /** Limits the ready tasks to this track. */
  readonly track: string | undefined;
  /** Limits them to the space with this number. */
  readonly space?: number | undefined;
  /** The command, as a comment would give it. */
  readonly text: string;
  /** The session that its agent gave it in. */
  readonly session?: string | undefined;
}

/** A person in a session that GitHub's sign-in in a browser opened, and what the page showed them. */
export interface Chooser {
  readonly id: NodeId;
  readonly login: string;
  /** SHA-256 of the title and body that the page showed, in lower-case hex. */
  readonly shown: string;
}

/** An order that waits to be carried out. */
export interface QueuedOrder extends Order {
  readonly arrivedAt: Millis;
  /** From then on its sender no longer waits, so it must not be carried out unless it is sent again. */
  readonly until: Millis;
  /** Numbers of tasks that were chosen for it and then refused. */
  readonly tried: readonly number[];
}

/** The reply to its sender. It is kept, so that the same order gets the same reply. */
export type OrderAnswer =
  | {
      readonly type: "done";
      readonly issue: number;
      /** The current hold; absent for an order that ends or moves a hold. */
      readonly lease?: HeldLease | undefined;
    }
  /** Nothing was changed. A mistake will be refused again, all else may be granted later. */
  | {
      readonly type: "refused";
      readonly issue?: number | undefined;
      readonly reason: string;
      readonly isMistake: boolean;
    };

export interface HeldLease {
  readonly token: number;
  readonly since: Millis;
}

export type PlaceResult =
  /** It waits to be carried out, for the first time or still. */
  | { readonly type: "waiting" }
  | { readonly type: "answered"; readonly answer: OrderAnswer }
  /** Another order has this id. */
  | { readonly type: "other order" }
  | { readonly type: "too many" };

/** How long the sender waits, and how many orders of one agent are taken. */
export interface PlaceOptions {
  readonly now: Millis;
  readonly until: Millis;
  readonly limit: { readonly max: number; readonly withinMs: number };
}

/** The result of a reconcile pass for an order. */
export type OrderStep =
  | { readonly id: string; readonly answer: OrderAnswer }
  /** Not decided: again at `dueAt`. */
  | { readonly id: string; readonly dueAt: Millis; readonly tried: readonly number[] };

/**
 * Thrown by a commit that would carry out an order whose sender has meanwhile been told that nothing was done. Nothing of
 * it is kept. Only where orders are ended by another process than the one that carries them out.
 */
export class OrderEnded extends Error {
  constructor(id: string) {
    super(`nobody waits for the order ${id} any more`);
    this.name = "OrderEnded";
  }
}

export interface Orders {
  /**
   * Stores an order once. Resolves when it is durable. An order that still waits is waited for until `until`.
   */
  readonly place: (order: Order, placing: PlaceOptions) => Promise<PlaceResult>;
  /** Orders that are due, the oldest first. */
  readonly take: (repositoryId: RepositoryId, now: Millis, limit: number) => Promise<readonly QueuedOrder[]>;
  /** The answer to the order; undefined if there is none, or it is unknown. */
  readonly answerTo: (id: string) => Promise<OrderAnswer | undefined>;
  /**
   * Ends an unanswered order permanently, whatever a clock says later, unless it was sent again with a
   * deadline after `until`. Sent again, it waits again.
   */
  readonly end: (id: string, until: Millis) => Promise<void>;
  /** Those of them that are unanswered and still waited for. */
  readonly awaited: (ids: readonly string[], now: Millis) => Promise<ReadonlySet<string>>;
  readonly dueRepositories: (now: Millis) => Promise<readonly RepositoryId[]>;
  /** When the next order is due that is still waited for. */
  readonly nextDueAt: (now: Millis) => Promise<Millis | undefined>;
  /** Requeues orders whose pass failed. */
  readonly postpone: (ids: readonly string[], dueAt: Millis) => Promise<void>;
}
