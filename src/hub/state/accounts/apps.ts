/**
 * Apps. Each owns one bot account and one webhook. The private key is kept here, unlike on GitHub, because
 * the hub hands it to the program that acts as the App on the same machine.
 */
import { encodeNodeId } from "../node-id.ts";
import { integer, type Row, text, textOrNull } from "../row.ts";
import type { State } from "../state.ts";
import type { Permissions } from "./permissions.ts";

export interface App {
  readonly id: number;
  readonly nodeId: string;
  readonly slug: string;
  readonly name: string;
  readonly description: string | null;
  readonly externalUrl: string;
  readonly ownerId: number;
  readonly botId: number;
  readonly clientId: string;
  readonly clientSecret: string;
  /** PEM, PKCS #1, the format of GitHub's downloads. */
  readonly privateKey: string;
  readonly publicKey: string;
  readonly webhookSecret: string;
  /** Null until a URL is set: nothing is delivered until then. */
  readonly webhookUrl: string | null;
  readonly permissions: Permissions;
  readonly events: readonly string[];
  readonly createdAt: string;
  readonly updatedAt: string;
}

function toApp(row: Row): App {
  const id = integer(row, "id");
  const permissions: Permissions = JSON.parse(text(row, "permissions"));
  const events: string[] = JSON.parse(text(row, "events"));
  return {
    id,
    nodeId: encodeNodeId("A", id),
    slug: text(row, "slug"),
    name: text(row, "name"),
    description: textOrNull(row, "description"),
    externalUrl: text(row, "external_url"),
    ownerId: integer(row, "owner_id"),
    botId: integer(row, "bot_id"),
    clientId: text(row, "client_id"),
    clientSecret: text(row, "client_secret"),
    privateKey: text(row, "private_key"),
    publicKey: text(row, "public_key"),
    webhookSecret: text(row, "webhook_secret"),
    webhookUrl: textOrNull(row, "webhook_url"),
    permissions,
    events,
    createdAt: text(row, "created_at"),
    updatedAt: text(row, "updated_at"),
  };
}

export function appById(state: State, id: number): App | undefined {
  const row = state.byId("SELECT * FROM apps WHERE id = ?", id);
  return row && toApp(row);
}

export function appBySlug(state: State, slug: string): App | undefined {
  const row = state.get("SELECT * FROM apps WHERE slug = ?", slug);
  return row && toApp(row);
}

export function allApps(state: State): readonly App[] {
  return state.all("SELECT * FROM apps ORDER BY id").map(toApp);
}

export function insertApp(
  state: State,
  app: Omit<App, "id" | "nodeId" | "createdAt" | "updatedAt">,
  at: string,
): number {
  return state.run(
    "INSERT INTO apps (slug, name, description, external_url, owner_id, bot_id, client_id, client_secret, private_key, public_key, webhook_secret, webhook_url, permissions, events, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    app.slug,
    app.name,
    app.description,
    app.externalUrl,
    app.ownerId,
    app.botId,
    app.clientId,
    app.clientSecret,
    app.privateKey,
    app.publicKey,
    app.webhookSecret,
    app.webhookUrl,
    JSON.stringify(app.permissions),
    JSON.stringify(app.events),
    at,
    at,
  ).id;
}

/** Changes the given fields. */
export function saveWebhook(
  state: State,
  appId: number,
  { url, secret }: { readonly url?: string | undefined; readonly secret?: string | undefined },
): void {
  state.run(
    "UPDATE apps SET webhook_url = coalesce(?, webhook_url), webhook_secret = coalesce(?, webhook_secret) WHERE id = ?",
    url ?? null,
    secret ?? null,
    appId,
  );
}

/** Stores a manifest's code until it is exchanged. @param expiresAt milliseconds */
export function insertManifestCode(state: State, code: string, appId: number, expiresAt: number): void {
  state.run("INSERT INTO manifest_codes VALUES (?, ?, ?)", code, appId, expiresAt);
}

/** Consumes a code. @returns undefined if it is unknown, used or expired */
export function takeManifestCode(state: State, code: string, now: number): App | undefined {
  const row = state.get("DELETE FROM manifest_codes WHERE code = ? RETURNING app_id, expires_at", code);
  return row && integer(row, "expires_at") > now ? appById(state, integer(row, "app_id")) : undefined;
}
