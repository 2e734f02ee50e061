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
import { assertCanWriteEnvFile, writeEnvFile } from "../env-file.ts";
import { callersGitHub } from "../gh/callers-github.ts";
import type { HostFlags } from "../gh/host-flags.ts";
import type { Terminal } from "../terminal/terminal.ts";
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
}

export async function register(terminal: Terminal, options: SetupOptions): Promise<void> {
  if (options.withWorkflows === true && options.withContents !== true)
    throw new UserError("--with-workflows is for merging, so it needs --with-contents.");
  const host = callersGitHub(terminal, options);
  const webhookUrl = options.url === undefined ? undefined : webhookAddress(options.url, host);
  const publicUrl = webhookUrl === undefined ? undefined : new URL(webhookUrl).origin;
  const out = resolve(options.out ?? join(configFolder(terminal.env), "app.env"));
  assertCanWriteEnvFile(out);
  const hostVersion = await readHostVersion(host.baseUrl);
  if (hostVersion !== undefined) terminal.out(hostWords(host, hostVersion));
  const state = randomBytes(16).toString("hex");
  const manifest = (): Manifest =>
    readManifest({
      name: options.name,
      webhookUrl,
      redirectUrl: `${doorstep.url}${createdPath}`,
      callbackUrls: callbackUrls(publicUrl),
      homepage: options.url ?? host.webUrl,
      withContents: options.withContents === true,
      withWorkflows: options.withWorkflows === true,
      hostVersion,
    });
  const doorstep = await openRegistrationServer({
    port: options.port === undefined ? usualPort : portFrom(options.port),
    state,
    ask: () => askPage(manifest(), `${formAddress(host, options.org)}?state=${state}`),
    take: async (code) => {
      const granted = await convertCode(host.baseUrl, code);
      keep(out, granted, host, publicUrl);
      refuseDifferences(differences(manifest(), granted), host, granted);
      terminal.out(nextSteps(granted, out, webhookUrl !== undefined));
      return donePage(granted.slug);
    },
  });
  terminal.out(`Open this page in a browser on this machine (Ctrl-C cancels):\n\n  ${doorstep.url}\n\n`);
  await doorstep.taken.finally(doorstep.close);
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

function keep(
  out: string,
  granted: Registration,
  { webUrl, baseUrl }: GitHubHost,
  publicUrl: string | undefined,
): void {
  const { host, protocol } = new URL(webUrl);
  writeEnvFile(out, {
    APP_ID: String(granted.id),
    PRIVATE_KEY: granted.pem,
    // GitHub gives no secret to an App without a webhook; ours needs one to start, and nothing is ever signed
    // with it.
    WEBHOOK_SECRET: granted.webhook_secret ?? randomBytes(32).toString("hex"),
    CLIENT_ID: granted.client_id,
    CLIENT_SECRET: granted.client_secret,
    ...(publicUrl === undefined ? {} : { PUBLIC_URL: publicUrl }),
    ...(baseUrl === undefined ? {} : { GHE_HOST: host, GHE_PROTOCOL: protocol.replace(":", "") }),
  });
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
