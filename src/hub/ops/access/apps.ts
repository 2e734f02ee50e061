/** Creates Apps and installs them. An App's account is a bot, named after it. */
import { randomBytes } from "node:crypto";
import { Defect } from "../../../base/errors.ts";
import { makeClientId, makeKeyPair, makeSecret } from "../../auth/secrets.ts";
import type { HubCore } from "../../core.ts";
import { type App, appById, appBySlug, insertApp, insertManifestCode } from "../../state/accounts/apps.ts";
import {
  type Installation,
  includeRepository,
  insertInstallation,
  installationById,
  installationsOfApp,
} from "../../state/accounts/installations.ts";
import type { Permissions } from "../../state/accounts/permissions.ts";
import { insertUser } from "../../state/accounts/users.ts";
import { nowOf } from "../write.ts";
import { announceInstallation } from "./installations.ts";

const codeLifetimeMs = 3_600_000;

export interface NewApp {
  readonly ownerId: number;
  readonly name: string;
  readonly description: string | null;
  readonly externalUrl: string;
  readonly webhookUrl: string | null;
  readonly permissions: Permissions;
  readonly events: readonly string[];
  /** PEM; generated if omitted. */
  readonly privateKey?: string | undefined;
}

/**
 * @returns undefined if the name is taken; the code is exchanged for the App's secrets once, within an hour
 */
export function createApp(
  core: HubCore,
  input: NewApp,
): { readonly app: App; readonly code: string } | undefined {
  const slug = slugOf(input.name);
  if (slug === "" || appBySlug(core.state, slug) !== undefined) return undefined;
  return core.state.transaction(() => {
    const at = nowOf(core);
    const botId = insertUser(core.state, { login: `${slug}[bot]`, type: "Bot", name: null }, at);
    const { privateKey, ...rest } = input;
    const record = {
      ...rest,
      ...makeKeyPair(privateKey),
      slug,
      botId,
      clientId: makeClientId(),
      clientSecret: makeSecret().slice(0, 40),
      webhookSecret: makeSecret(),
    };
    const app = appById(core.state, insertApp(core.state, record, at));
    if (app === undefined) throw new Defect("An App vanished while it was made.");
    const code = randomBytes(20).toString("hex");
    insertManifestCode(core.state, code, app.id, core.clock.now() + codeLifetimeMs);
    return { app, code };
  });
}

export interface InstallationChoice {
  /** The App's owner if omitted. */
  readonly accountId?: number;
  /** Omitted for all repositories of the account. */
  readonly repositoryIds?: readonly number[];
  /** The user who installs it; the account itself if omitted. */
  readonly senderId?: number;
}

/** Installs an App on an account, by default its owner's. An existing installation is left as it is. */
export function installApp(core: HubCore, app: App, choice: InstallationChoice = {}): Installation {
  const accountId = choice.accountId ?? app.ownerId;
  const known = installationsOfApp(core.state, app.id).find((one) => one.accountId === accountId);
  if (known !== undefined) return known;
  const made = core.state.transaction(() => {
    const selection = choice.repositoryIds === undefined ? "all" : "selected";
    const { permissions, events } = app;
    const id = insertInstallation(
      core.state,
      { appId: app.id, accountId, selection, permissions: { metadata: "read", ...permissions }, events },
      nowOf(core),
    );
    for (const repositoryId of choice.repositoryIds ?? []) includeRepository(core.state, id, repositoryId);
    const installation = installationById(core.state, id);
    if (installation === undefined) throw new Defect("An installation vanished while it was made.");
    announceInstallation(core, installation, "created", choice.senderId ?? accountId);
    return installation;
  });
  core.wake();
  return made;
}

function slugOf(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
}
