/** A hub and an App with their own folders, and functions to act and read as a person would. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Octokit } from "@octokit/rest";
import { systemClock } from "../../src/base/clock.ts";
import { silentLogger } from "../../src/base/logger.ts";
import type { OnStep } from "../../src/dispatcher/ports/durable-step.ts";
import { makeKeyPair } from "../../src/hub/auth/secrets.ts";
import type { Hub } from "../../src/hub/hub.ts";
import { demoSeed } from "../../src/hub/seed.ts";
import { webhookPath } from "../../src/server/ingress/ingress.ts";
import { startServer } from "../../src/server/main.ts";
import type { RunningServer } from "../../src/server/serving/running-server.ts";
import { startCheckedHub } from "../support/checked-hub.ts";

/** Made once, because it takes a tenth of a second. */
const { privateKey } = makeKeyPair();

export interface ServerFixture {
  readonly hub: Hub;
  readonly home: string;
  readonly octokit: (login: string) => Octokit;
  /** Starts the App, or restarts it. */
  readonly serve: (given?: {
    readonly onStep?: OnStep;
    readonly pollMs?: number;
    readonly previousPrivateKeys?: readonly string[];
  }) => Promise<RunningServer>;
  /** Closes the App that `serve` started last. */
  readonly stop: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export const demo = { owner: "acme", repo: "demo" } as const;

export async function createServerFixture(): Promise<ServerFixture> {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-server-"));
  const home = join(folder, "home");
  const seed = { ...demoSeed, app: { ...demoSeed.app, privateKey } };
  const hub = await startCheckedHub({ home: ":memory:", port: 0, seed });
  let server: RunningServer | undefined;
  const stop = async (): Promise<void> => {
    await server?.close();
    server = undefined;
  };
  return {
    hub,
    home,
    octokit: (login) => new Octokit({ baseUrl: `${hub.url}/api/v3`, auth: hub.tokenOf(login) }),
    serve: async ({ onStep = () => {}, pollMs, previousPrivateKeys = [] } = {}) => {
      const { id, privateKey, webhookSecret } = hub.app;
      const keys = { privateKey, previousPrivateKeys, webhookSecrets: [webhookSecret] };
      const github = { appId: id, ...keys, baseUrl: `${hub.url}/api/v3` };
      server = await startServer(
        { github, home, pollMs, pacing: "off", host: "127.0.0.1", port: 0 },
        { clock: systemClock, random: () => 0.5, logger: silentLogger, onStep },
      );
      if (pollMs === undefined) hub.setWebhookUrl(`${server.url}${webhookPath}`);
      return server;
    },
    stop,
    close: async () => {
      await stop();
      await hub.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** For `serve`: no delivery and, after the start, no poll reaches the App. */
export const neverPolls = { pollMs: 24 * 60 * 60_000 } as const;

export async function openTask({ octokit }: ServerFixture): Promise<void> {
  const body = "### Goal\n\nPeople can sign in.\n\n### Priority\n\np1";
  await octokit("alice").rest.issues.create({ ...demo, title: "Sign in", body });
}

/** A question that blocks a task. */
export async function openQuestion({ octokit }: ServerFixture, task: number): Promise<void> {
  const body = `### Blocking task\n\n#${task}\n\n### Category\n\nimplementation\n\n### Urgency\n\nblocking\n\n### Context\n\nBoth would do.`;
  await octokit("alice").rest.issues.create({ ...demo, title: "Q: Which token?", body });
}

/** Resolves when `holds` does. Fails after half a minute with what was last seen. */
export async function until<T>(look: () => Promise<T> | T, holds: (seen: T) => boolean): Promise<T> {
  const deadline = Date.now() + 30_000;
  let seen = await look();
  while (!holds(seen)) {
    if (Date.now() > deadline) throw new Error(`It never became so. Last seen: ${JSON.stringify(seen)}`);
    await systemClock.sleep(10);
    seen = await look();
  }
  return seen;
}

/** Names of an issue's labels on the hub. */
export async function labelsOf(octokit: Octokit, number: number): Promise<readonly string[]> {
  const { data } = await octokit.rest.issues.get({ ...demo, issue_number: number });
  return data.labels.map((label) => (typeof label === "string" ? label : (label.name ?? "")));
}
