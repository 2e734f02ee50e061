/**
 * Puts a webhook into the outbox, in the transaction of the change that it reports, once for every App that
 * is installed there, subscribed and allowed to know. Render the payload here, not when sending: a later
 * change must not leak into it.
 */
import { createHmac, randomUUID } from "node:crypto";
import { forWebhooks, type HubCore } from "../core.ts";
import { presentOrganization, presentUser } from "../present/account.ts";
import { ownerOf, presentRepository } from "../present/repository.ts";
import { type App, appById } from "../state/accounts/apps.ts";
import { type Installation, installationsOn } from "../state/accounts/installations.ts";
import { grants, isPermissionName } from "../state/accounts/permissions.ts";
import type { User } from "../state/accounts/users.ts";
import { insertDelivery } from "../state/deliveries.ts";
import { withOlderIds } from "../state/older-node-id.ts";
import type { Repository } from "../state/repositories.ts";
import { eventsOn } from "./subscribable.ts";

export const webhookEvents = [
  "issues",
  "issue_comment",
  "issue_dependencies",
  "sub_issues",
  "label",
  "milestone",
  "member",
  "repository",
  "push",
  "pull_request",
  "pull_request_review",
  "pull_request_review_comment",
  "pull_request_review_thread",
  "check_run",
  "check_suite",
  "status",
  "merge_group",
  "installation",
  "installation_repositories",
] as const;

export type WebhookEvent = (typeof webhookEvents)[number];

export interface Emission {
  readonly event: WebhookEvent;
  readonly action: string | null;
  readonly repository: Repository;
  readonly sender: User;
  /** If given, only this App is notified. */
  readonly appId?: number;
  /** The event's own fields, added to the common ones. */
  readonly payload: Readonly<Record<string, unknown>>;
}

/** Emits an event of a repository. */
export function emit(core: HubCore, emission: Emission): void {
  const { state, site } = forWebhooks(core);
  const owner = ownerOf(state, emission.repository);
  for (const installation of installationsOn(state, emission.repository.id)) {
    if (!isWanted(core, installation, emission.event)) continue;
    if (emission.appId !== undefined && emission.appId !== installation.appId) continue;
    queueFor(core, installation, {
      event: emission.event,
      repositoryId: emission.repository.id,
      content: {
        ...(emission.action === null ? {} : { action: emission.action }),
        ...emission.payload,
        repository: presentRepository(state, site, emission.repository),
        ...(owner.type === "Organization" ? { organization: presentOrganization(site, owner) } : {}),
        sender: presentUser(site, emission.sender),
        installation: { id: installation.id, node_id: installationNodeId(installation.id) },
      },
    });
  }
}

/** Emits an event of the installation itself, which Apps receive without subscribing. */
export function emitToInstallation(
  core: HubCore,
  installation: Installation,
  event: "installation" | "installation_repositories",
  payload: Readonly<Record<string, unknown>>,
): void {
  queueFor(core, installation, { event, repositoryId: null, content: payload });
}

/** Tells an App that a user has revoked their authorization of it. Apps receive that without subscribing. */
export function emitRevocation(core: HubCore, app: App, user: User): void {
  const sender = presentUser(forWebhooks(core).site, user);
  const content = { action: "revoked", sender };
  queue(core, app, { event: "github_app_authorization", installationId: null, repositoryId: null, content });
}

/** The headers with which GitHub signs and sends a body. */
export function signedHeaders(app: App, event: string, guid: string, body: string): Record<string, string> {
  const mac = (algorithm: string): string =>
    `${algorithm}=${createHmac(algorithm, app.webhookSecret).update(body).digest("hex")}`;
  return {
    Accept: "*/*",
    "Content-Type": "application/json",
    "User-Agent": "GitHub-Hookshot/0a1b2c3",
    "X-GitHub-Delivery": guid,
    "X-GitHub-Event": event,
    "X-GitHub-Hook-ID": String(app.id),
    "X-GitHub-Hook-Installation-Target-ID": String(app.id),
    "X-GitHub-Hook-Installation-Target-Type": "integration",
    "X-Hub-Signature": mac("sha1"),
    "X-Hub-Signature-256": mac("sha256"),
  };
}

function isWanted({ release }: HubCore, installation: Installation, event: WebhookEvent): boolean {
  const needed = eventsOn(release).get(event)?.permissions ?? [];
  return (
    installation.suspendedAt === null &&
    needed.some((name) => isPermissionName(name) && grants(installation.permissions, name, "read")) &&
    installation.events.includes(event)
  );
}

function queueFor(core: HubCore, installation: Installation, queued: Omit<Queued, "installationId">): void {
  const app = appById(core.state, installation.appId);
  if (app !== undefined) queue(core, app, { ...queued, installationId: installation.id });
}

interface Queued {
  readonly event: WebhookEvent | "github_app_authorization";
  readonly installationId: number | null;
  readonly repositoryId: number | null;
  readonly content: Readonly<Record<string, unknown>>;
}

function queue(core: HubCore, app: App, { event, installationId, repositoryId, content }: Queued): void {
  if (app.webhookUrl === null) return;
  const payload = JSON.stringify(core.idFormat.now === "newer" ? content : withOlderIds(content));
  const guid = randomUUID();
  insertDelivery(core.state, {
    guid,
    appId: app.id,
    event,
    action: typeof content.action === "string" ? content.action : null,
    installationId,
    repositoryId,
    redelivery: false,
    payload,
    url: app.webhookUrl,
    requestHeaders: signedHeaders(app, event, guid, payload),
    createdAt: core.clock.now(),
  });
}

function installationNodeId(id: number): string {
  return Buffer.from(`023:IntegrationInstallation${id}`).toString("base64");
}
