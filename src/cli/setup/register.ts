/**
 * Runs one registration, from the printed URL to the saved key. Save the key before checking what was
 * granted: GitHub hands it out only once.
 */
import { randomBytes } from "node:crypto";
import { join, resolve } from "node:path";
import type { EnterpriseVersion } from "../../base/enterprise-version.ts";
import { UserError } from "../../base/errors.ts";
import type { GitHubHost } from "../../server/composition/environment.ts";
import { ownAddresses } from "../../server/site/guard/own-addresses.ts";
import { callbackPath } from "../../server/site/sign-in/paths.ts";
import { configFolder } from "../config-folder.ts";
import { assertCanWriteEnvFile, assertNoEnvFile, writeEnvFile } from "../env-file.ts";
import { callersGitHub } from "../gh/callers-github.ts";
import type { HostFlags } from "../gh/host-flags.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { describeDryRun } from "./dry-run.ts";
import { lacksOf } from "./host-lacks.ts";
import { readHostVersion } from "./host-version.ts";
import { type Manifest, readManifest } from "./manifest.ts";
import { askPage, donePage } from "./page.ts";
import {
  convertCode,
  describeDifference,
  differences,
  type GrantDifference,
  type Registration,
} from "./registration.ts";
import { createdPath, openRegistrationServer } from "./registration-server.ts";
import { webhookAddress } from "./webhook-address.ts";

export interface SetupOptions extends Pick<HostFlags, "hostname" | "home"> {
  readonly org?: string;
  readonly name?: string;
  readonly url?: string;
  readonly port?: string;
  readonly out?: string;
  readonly withContents?: boolean;
  readonly withWorkflows?: boolean;
  readonly rehearsal?: boolean;
  readonly dryRun?: boolean;
}

export async function register(terminal: Terminal, given: SetupOptions): Promise<void> {
  const options = given.rehearsal === true ? forRehearsal(given) : given;
  if (options.withWorkflows === true && options.withContents !== true)
    throw new UserError("--with-workflows is for merging, so it needs --with-contents.");
  const host = callersGitHub(terminal, options);
  const webhookUrl = webhookUrlFor(options, host);
  const publicUrl =
    webhookUrl === undefined || options.rehearsal === true ? undefined : new URL(webhookUrl).origin;
  const file = options.rehearsal === true ? "rehearsal.env" : "app.env";
  const out = resolve(options.out ?? join(configFolder(terminal.env), file));
  const port = options.port === undefined ? usualPort : portFrom(options.port);
  if (options.dryRun === true) assertNoEnvFile(out);
  else assertCanWriteEnvFile(out);
  const hostVersion = await readHostVersion(host.baseUrl);
  if (hostVersion !== undefined) terminal.out(hostWords(host, hostVersion));
  const state = randomBytes(16).toString("hex");
  const formUrl = formAddress(host, options.org);
  const manifestFor = (pageUrl: string): Manifest =>
    readManifest({
      name: options.name,
      webhookUrl,
      redirectUrl: `${pageUrl}${createdPath}`,
      callbackUrls: callbackUrls(publicUrl),
      homepage: options.url ?? host.webUrl,
      withContents: options.withContents === true,
      withWorkflows: options.withWorkflows === true,
      hostVersion,
    });
  if (options.dryRun === true) {
    const manifest = manifestFor(`http://127.0.0.1:${port}`);
    const settings = settingsFor(notGranted, host, publicUrl);
    return terminal.out(describeDryRun({ manifest, formUrl, org: options.org, out, settings }));
  }
  const manifest = (): Manifest => manifestFor(doorstep.url);
  const doorstep = await openRegistrationServer({
    port,
    state,
    ask: () => askPage(manifest(), `${formUrl}?state=${state}`),
    take: async (code) => {
      const granted = await convertCode(host.baseUrl, code);
      writeEnvFile(out, settingsFor(granted, host, publicUrl));
      refuseDifferences(differences(manifest(), granted), host, granted);
      terminal.out(
        options.rehearsal === true
          ? nextRehearsal(granted, out)
          : nextSteps(granted, out, webhookUrl !== undefined),
      );
      return donePage(granted.slug);
    },
  });
  terminal.out(`Open this page in a browser on this machine (Ctrl-C cancels):\n\n  ${doorstep.url}\n\n`);
  await doorstep.taken.finally(doorstep.close);
}

/**
 * GitHub logs deliveries only of an active webhook. A name below `.invalid` never leads anywhere, so nobody else gets them
 * (https://www.rfc-editor.org/rfc/rfc2606#section-2).
 */
const nowhere = "https://signalbox-rehearsal.invalid";

/** @throws UserError for what a rehearsal decides itself */
function forRehearsal(options: SetupOptions): SetupOptions {
  if (options.url !== undefined || options.withWorkflows === true)
    throw new UserError(
      "--rehearsal takes neither --url nor --with-workflows: deliveries are read from the log, and that workflow files are refused is rehearsed.",
    );
  const name = options.name ?? `signalbox rehearsal ${randomBytes(3).toString("hex")}`;
  return { ...options, name, withContents: true };
}

function webhookUrlFor({ url, rehearsal }: SetupOptions, host: GitHubHost): string | undefined {
  if (rehearsal === true) return `${nowhere}/webhooks`;
  return url === undefined ? undefined : webhookAddress(url, host);
}

const usualPort = 4002;
/** Where the App listens unless told otherwise. */
const usualAppPort = 4000;

function portFrom(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) < 65_536) return Number(text);
  throw new UserError(`--port must be a number from 0 to 65535, found ${JSON.stringify(text)}.`);
}

function formAddress(host: GitHubHost, org: string | undefined): string {
  const owner = org === undefined ? "" : `/organizations/${encodeURIComponent(org)}`;
  return `${host.webUrl}${owner}/settings/apps/new`;
}

/** Without a public address, people sign in on this machine. */
function callbackUrls(publicUrl: string | undefined): readonly string[] {
  const { preferred, all } = ownAddresses({ host: "127.0.0.1", port: usualAppPort, publicUrl });
  const origins = publicUrl === undefined ? all : [preferred];
  return origins.map((origin) => `${origin}${callbackPath}`);
}

type Credentials = Pick<Registration, "pem" | "webhook_secret" | "client_id" | "client_secret"> & {
  readonly id: number | "";
};

/** What only GitHub can say. */
const notGranted: Credentials = { id: "", pem: "", webhook_secret: "", client_id: "", client_secret: "" };

function settingsFor(
  granted: Credentials,
  { webUrl, baseUrl }: GitHubHost,
  publicUrl: string | undefined,
): Readonly<Record<string, string>> {
  const { host, protocol } = new URL(webUrl);
  return {
    APP_ID: String(granted.id),
    PRIVATE_KEY: granted.pem,
    // GitHub gives no secret to an App without a webhook; ours needs one to start, and nothing is ever signed
    // with it.
    WEBHOOK_SECRET: granted.webhook_secret ?? randomBytes(32).toString("hex"),
    CLIENT_ID: granted.client_id,
    CLIENT_SECRET: granted.client_secret,
    ...(publicUrl === undefined ? {} : { PUBLIC_URL: publicUrl }),
    ...(baseUrl === undefined ? {} : { GHE_HOST: host, GHE_PROTOCOL: protocol.replace(":", "") }),
  };
}

function refuseDifferences(found: readonly GrantDifference[], host: GitHubHost, granted: Registration): void {
  if (found.length === 0) return;
  throw new UserError(
    `The App ${granted.slug} was registered, but not as requested:\n${found.map((each) => `- ${describeDifference(each)}`).join("\n")}\nCorrect it at ${host.webUrl}/settings/apps/${granted.slug}/permissions, or delete it there and run \`signalbox setup\` again.`,
  );
}

function hostWords({ webUrl }: GitHubHost, version: EnterpriseVersion): string {
  const lacking = lacksOf(version).map(({ words }) => `  - ${words}\n`);
  const { host } = new URL(webUrl);
  if (lacking.length === 0) return `${host} is GitHub Enterprise Server ${version}.\n\n`;
  return `${host} is GitHub Enterprise Server ${version}. What it lacks is not asked for:\n${lacking.join("")}\n`;
}

function nextSteps(granted: Registration, out: string, hasWebhook: boolean): string {
  return `Registered the App ${granted.slug} (App ID ${granted.id}) with the requested permissions and events.
Its settings are in ${out}, readable only by you.

Next:
  1. Install it on its repositories: ${granted.html_url}/installations/new
  2. Start it: signalbox start --settings ${out}${hasWebhook ? "" : " --poll 15s"}
`;
}

function nextRehearsal(granted: Registration, out: string): string {
  return `Registered the App ${granted.slug} (App ID ${granted.id}), for rehearsals alone.
Its settings are in ${out}, readable only by you.

Next:
  1. Create an empty repository: gh repo create OWNER/throwaway --private
  2. Install the App on that repository alone: ${granted.html_url}/installations/new
  3. Rehearse: signalbox rehearse --repo OWNER/throwaway --settings ${out}
  4. Delete the App: GitHub lets only its owner do that, at ${granted.html_url.replace("/apps/", "/settings/apps/")}/advanced (an organisation's at its own settings)
`;
}
