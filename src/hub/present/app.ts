/** Apps and installations in REST and webhooks. Never add a secret to these shapes. */
import { Defect } from "../../base/errors.ts";
import type { HubCore, Site } from "../core.ts";
import { type App, appById } from "../state/accounts/apps.ts";
import type { Installation } from "../state/accounts/installations.ts";
import { userById } from "../state/accounts/users.ts";
import type { State } from "../state/state.ts";
import { presentUser } from "./account.ts";

export function presentApp(state: State, site: Site, app: App) {
  const owner = userById(state, app.ownerId);
  if (owner === undefined) throw new Defect(`App ${app.id} has no owner.`);
  return {
    id: app.id,
    slug: app.slug,
    node_id: app.nodeId,
    client_id: app.clientId,
    owner: presentUser(site, owner),
    name: app.name,
    description: app.description,
    external_url: app.externalUrl,
    html_url: `${site.web}/apps/${app.slug}`,
    created_at: app.createdAt,
    updated_at: app.updatedAt,
    permissions: app.permissions,
    events: app.events,
  };
}

/** GitHub's description of `performed_via_github_app` lists only older events than these. */
const newerEvents: readonly string[] = ["issue_dependencies", "sub_issues", "merge_group"];

/** `performed_via_github_app`: null for what a person did directly. */
export function presentVia(state: State, site: Site, appId: number | null) {
  const app = appId === null ? undefined : appById(state, appId);
  if (app === undefined) return null;
  return {
    ...presentApp(state, site, app),
    events: app.events.filter((event) => !newerEvents.includes(event)),
  };
}

export function presentInstallation(
  { state, site }: Pick<HubCore, "state" | "site">,
  installation: Installation,
) {
  const account = userById(state, installation.accountId);
  const app = appById(state, installation.appId);
  if (account === undefined || app === undefined)
    throw new Defect(`Installation ${installation.id} lost its account or App.`);
  const settings = account.type === "Organization" ? `/organizations/${account.login}` : "";
  return {
    id: installation.id,
    client_id: app.clientId,
    account: presentUser(site, account),
    repository_selection: installation.selection,
    access_tokens_url: `${site.api}/app/installations/${installation.id}/access_tokens`,
    repositories_url: `${site.api}/installation/repositories`,
    html_url: `${site.web}${settings}/settings/installations/${installation.id}`,
    app_id: installation.appId,
    app_slug: app.slug,
    target_id: account.id,
    target_type: account.type,
    permissions: installation.permissions,
    events: installation.events,
    created_at: installation.createdAt,
    updated_at: installation.updatedAt,
    single_file_name: null,
    has_multiple_single_files: false,
    single_file_paths: [],
    suspended_by: null,
    suspended_at: installation.suspendedAt,
  };
}
