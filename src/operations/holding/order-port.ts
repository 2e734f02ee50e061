/** What an agent may ask the server to do for it, and how the server replies. */
import type { OrderResult, OrderWish } from "../../dispatcher/orders/place.ts";
import type { FullRef } from "../../protocol/references/ref.ts";

/** What an agent asks for. */
export interface OrderRequest extends Omit<OrderWish, "id" | "waitMs"> {
  /** The id of an order whose answer did not arrive; a new order has none. */
  readonly id?: string | undefined;
  /** How long to wait for the answer; undefined for as long as is usual. */
  readonly patienceMs?: number | undefined;
}

/** `unknown` also if no answer arrived. */
export type OrderReply = Exclude<OrderResult, { readonly type: "unavailable" }>;

/** A sign of life. */
export interface BeatRequest {
  readonly agent: string;
  readonly session: string | undefined;
  /** The task that the agent works on. */
  readonly task: FullRef | undefined;
  /** The token of its lease. */
  readonly lease: string | undefined;
  /** In its own words. */
  readonly doing: string | undefined;
}

/** `ended`: the agent no longer has the lease; `done`: for its own accepted handover. `why` is a phrase. */
export type BeatReply =
  | { readonly type: "heard" }
  | { readonly type: "ended" | "done"; readonly why: string }
  | { readonly type: "refused" | "unavailable"; readonly why: string };
