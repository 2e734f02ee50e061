/**
 * The outbox of webhooks and, once sent, the delivery log. A row is written in the transaction of the change
 * that it reports, so neither a crash nor a refusal separates the two.
 */
import { flag, integer, integerOrNull, type Row, text, textOrNull } from "./row.ts";
import type { State } from "./state.ts";

export interface HubDelivery {
  readonly id: number;
  /** A redelivery has the same GUID as the original. */
  readonly guid: string;
  readonly appId: number;
  readonly event: string;
  readonly action: string | null;
  readonly installationId: number | null;
  readonly repositoryId: number | null;
  readonly redelivery: boolean;
  /** The body exactly as sent and signed. */
  readonly payload: string;
  readonly url: string;
  readonly requestHeaders: Readonly<Record<string, string>>;
  /** Whether it is still to be sent. */
  readonly pending: boolean;
  /** Milliseconds. */
  readonly createdAt: number;
  /** Milliseconds; null until sent. */
  readonly deliveredAt: number | null;
  readonly durationMs: number | null;
  readonly status: string | null;
  readonly statusCode: number | null;
  readonly responseHeaders: Readonly<Record<string, string>>;
  readonly responsePayload: string | null;
}

/** The outcome of sending. */
export type DeliveryOutcome = Pick<HubDelivery, "statusCode" | "responseHeaders" | "responsePayload"> & {
  readonly status: string;
  readonly deliveredAt: number;
  readonly durationMs: number;
};

function toDelivery(row: Row): HubDelivery {
  const requestHeaders: Record<string, string> = JSON.parse(text(row, "request_headers"));
  const responseHeaders: Record<string, string> = JSON.parse(textOrNull(row, "response_headers") ?? "{}");
  return {
    id: integer(row, "id"),
    guid: text(row, "guid"),
    appId: integer(row, "app_id"),
    event: text(row, "event"),
    action: textOrNull(row, "action"),
    installationId: integerOrNull(row, "installation_id"),
    repositoryId: integerOrNull(row, "repository_id"),
    redelivery: flag(row, "redelivery"),
    payload: text(row, "payload"),
    url: text(row, "url"),
    requestHeaders,
    pending: flag(row, "pending"),
    createdAt: integer(row, "created_at"),
    deliveredAt: integerOrNull(row, "delivered_at"),
    durationMs: integerOrNull(row, "duration_ms"),
    status: textOrNull(row, "status"),
    statusCode: integerOrNull(row, "status_code"),
    responseHeaders,
    responsePayload: textOrNull(row, "response_payload"),
  };
}

export type NewDelivery = Omit<HubDelivery, "id" | "pending" | keyof DeliveryOutcome>;

export function insertDelivery(state: State, delivery: NewDelivery): number {
  return state.run(
    "INSERT INTO deliveries (guid, app_id, event, action, installation_id, repository_id, redelivery, payload, url, request_headers, pending, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1, ?)",
    delivery.guid,
    delivery.appId,
    delivery.event,
    delivery.action,
    delivery.installationId,
    delivery.repositoryId,
    delivery.redelivery ? 1 : 0,
    delivery.payload,
    delivery.url,
    JSON.stringify(delivery.requestHeaders),
    delivery.createdAt,
  ).id;
}

export function deliveryById(state: State, appId: number, id: number): HubDelivery | undefined {
  const row = state.get("SELECT * FROM deliveries WHERE app_id = ? AND id = ?", appId, id);
  return row && toDelivery(row);
}

/** Deliveries still to be sent to an App, oldest first. @param after only greater ids */
export function pendingDeliveries(
  state: State,
  appId: number,
  after: number,
  limit: number,
): readonly HubDelivery[] {
  return state
    .all(
      "SELECT * FROM deliveries WHERE app_id = ? AND pending = 1 AND id > ? ORDER BY id LIMIT ?",
      appId,
      after,
      limit,
    )
    .map(toDelivery);
}

export function settleDelivery(state: State, id: number, outcome: DeliveryOutcome): void {
  state.run(
    "UPDATE deliveries SET pending = 0, status = ?, status_code = ?, response_headers = ?, response_payload = ?, delivered_at = ?, duration_ms = ? WHERE id = ?",
    outcome.status,
    outcome.statusCode,
    JSON.stringify(outcome.responseHeaders),
    outcome.responsePayload,
    outcome.deliveredAt,
    outcome.durationMs,
    id,
  );
}

/** Deletes deliveries sent before an instant, oldest first. @param before milliseconds */
export function dropSentDeliveries(state: State, before: number): void {
  const sql =
    "DELETE FROM deliveries WHERE created_at < ? AND id IN (SELECT id FROM deliveries WHERE pending = 0 ORDER BY id LIMIT 100)";
  while (state.run(sql, before).changes > 0);
}

export interface DeliveryListing {
  /** Only those with smaller ids; undefined for the newest. */
  readonly before: number | undefined;
  readonly status: "success" | "failure" | undefined;
  readonly limit: number;
}

/** Sent deliveries, newest first. */
export function sentDeliveries(
  state: State,
  appId: number,
  listing: DeliveryListing,
): readonly HubDelivery[] {
  const status = { success: "AND status = 'OK'", failure: "AND status <> 'OK'", any: "" } as const;
  return state
    .all(
      `SELECT * FROM deliveries WHERE app_id = ? AND pending = 0 AND id < ? ${status[listing.status ?? "any"]} ORDER BY id DESC LIMIT ?`,
      appId,
      listing.before ?? Number.MAX_SAFE_INTEGER,
      listing.limit,
    )
    .map(toDelivery);
}
