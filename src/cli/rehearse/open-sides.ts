/** Opens the two hosts of a rehearsal: a stand-in of its own, and the GitHub that the App is registered on. */
import { systemClock } from "../../base/clock.ts";
import { UserError } from "../../base/errors.ts";
import { createOctokits, tokenOctokit } from "../../github/transport/octokits.ts";
import type { HubOptions } from "../../hub/hub.ts";
import { demoSeed } from "../../hub/seed.ts";
import { readEnvironment } from "../../server/composition/environment.ts";
import { callersGitHub } from "../gh/callers-github.ts";
import { tokenFor } from "../gh/callers-token.ts";
import { readSettingsFile } from "../settings-file.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { markerFile, markerText } from "./marked-repository.ts";
import { Requester } from "./requester.ts";
import { type RepositoryName, Side, type SideOptions } from "./side.ts";

/** A rehearsal never creates more. */
const maxCreations = 300;
/** GitHub asks for a second between two writes, and allows 80 creations a minute. */
const paceMs = 1_200;
/** Nobody listens there: deliveries are read from the log. */
const nowhere = "http://127.0.0.1:9/";

/** As `setup --rehearsal` asks for them. */
const permissions = {
  ...demoSeed.app.permissions,
  contents: "write",
  pull_requests: "write",
  merge_queues: "write",
} as const;

export interface OpenedSide {
  readonly side: Side;
  readonly close: () => Promise<void>;
}

/** @param options the switches of what is not known about GitHub */
export async function openStandIn(name: string, options: Partial<HubOptions> = {}): Promise<OpenedSide> {
  const { startHub } = await import("../../hub/hub.ts");
  const place = { owner: "acme", repo: "rehearsal" };
  const seed = {
    ...demoSeed,
    repositories: [
      {
        fullName: "acme/rehearsal",
        roles: { maria: "admin" } as const,
        files: { [markerFile]: markerText },
      },
      { fullName: "acme/second", roles: { maria: "admin" } as const, files: { [markerFile]: markerText } },
    ],
    app: { ...demoSeed.app, permissions },
  };
  const hub = await startHub({ home: ":memory:", port: 0, seed, ...options });
  hub.setWebhookUrl(nowhere);
  const baseUrl = `${hub.url}/api/v3`;
  const { app } = hub;
  const { octokitOf } = createOctokits({ appId: app.id, privateKey: app.privateKey, baseUrl }, systemClock);
  const side = new Side({
    name,
    ...place,
    person: openAs(hub.tokenOf("maria"), baseUrl),
    app: new Requester(() => octokitOf(app.installationId)),
    appItself: new Requester(() => octokitOf("app")),
    appId: app.id,
    installationId: app.installationId,
    botLogin: `${app.slug}[bot]`,
    permissions,
    second: { owner: "acme", repo: "second" },
    isStandIn: true,
    enforceLimits: () => hub.faults.enforceLimits(true),
    openAs: (token) => openAs(token, baseUrl),
    webUrl: hub.url,
    deliveryWaitMs: 3_000,
    paceMs: 0,
    maxCreations,
  });
  return { side, close: () => hub.close() };
}

export interface GitHubPlace {
  readonly owner: string;
  readonly repo: string;
  /** The file with the App's settings, as `signalbox setup` writes it; those of the environment if omitted. */
  readonly settings?: string;
  readonly hostname?: string;
  readonly second?: RepositoryName | undefined;
}

/** @throws UserError if the App is not installed there, or nothing says which App it is */
export async function openGitHub(terminal: Terminal, place: GitHubPlace): Promise<OpenedSide> {
  const { owner, repo } = place;
  const file = place.settings === undefined ? {} : readSettingsFile(place.settings);
  const { github } = readEnvironment({ ...file, ...terminal.env });
  if (github === undefined)
    throw new UserError("Nothing says which App to rehearse with: name its settings by --settings.");
  const host = callersGitHub(terminal, place.hostname === undefined ? {} : { hostname: place.hostname });
  const { octokitOf } = createOctokits(github, systemClock);
  const appItself = new Requester(() => octokitOf("app"));
  const installed = await appItself.rest("GET /repos/{owner}/{repo}/installation", { owner, repo });
  if (installed.status !== 200)
    throw new UserError(`The App is not installed on ${owner}/${repo}: GitHub answered ${installed.status}.`);
  const side = new Side({
    name: host.host,
    owner,
    repo,
    person: openAs(await tokenFor(host), host.baseUrl),
    app: new Requester(() => octokitOf(installed.body.id)),
    appItself,
    appId: installed.body.app_id,
    installationId: installed.body.id,
    botLogin: `${installed.body.app_slug}[bot]`,
    permissions: installed.body.permissions,
    second: place.second,
    isStandIn: false,
    waitForPerson: waiting(terminal),
    openAs: (token) => openAs(token, host.baseUrl),
    webUrl: host.webUrl,
    deliveryWaitMs: 20_000,
    paceMs,
    maxCreations,
  });
  return { side, close: async () => {} };
}

function openAs(token: string, baseUrl: string | undefined): Requester {
  const { octokitOf } = tokenOctokit(token, baseUrl);
  return new Requester(() => octokitOf("anybody"));
}

/** Undefined where nobody can answer. */
function waiting({ ask }: Terminal): SideOptions["waitForPerson"] {
  if (ask === undefined) return undefined;
  return async (words) => (await ask(`${words}\nPress Enter when it is done: `)).trim();
}
