/**
 * Starts the hub with the seeded repository and writes its address and its users' tokens to a file. The seed
 * is applied only once: state and tokens persist in the data folder.
 */
import { join } from "node:path";
import { UserError } from "../../base/errors.ts";
import type { Logger } from "../../base/logger.ts";
import { type Hub, startHub } from "../../hub/hub.ts";
import type { Release } from "../../hub/release.ts";
import { startSeed } from "../../hub/seed.ts";
import { assumedBehaviour, type UnknownBehaviour } from "../../hub/unknown-behaviour.ts";
import { portBeside } from "../../server/http/http-server.ts";
import { writePrivately } from "../../server/maintenance/data-folder.ts";
import { unusableFile } from "../../server/maintenance/unusable-file.ts";
import { envText } from "../env-file.ts";
import { lockHub } from "../hub/hub-lock.ts";
import { type HubSession, writeHubSession } from "../hub/hub-session.ts";

export interface LocalHub {
  readonly hub: Hub;
  readonly session: HubSession;
  /** The number of the next issue in the seeded repository. */
  readonly nextNumber: number;
  readonly close: () => Promise<void>;
}

const demo = { owner: "acme", name: "demo" };
const repository = `${demo.owner}/${demo.name}`;
/** Users of the seed; the person comes first. */
export const logins = ["maria", "alice", "bob", "mallory"] as const;

/** Which GitHub the hub is; today's, with what we assume of it, where left out. */
interface Imitated {
  readonly release?: Release | undefined;
  readonly unknown?: UnknownBehaviour | undefined;
}

/** @param home absolute path of the data folder */
export async function openLocalHub(
  home: string,
  port: number,
  log: Logger,
  { release = "today", unknown = assumedBehaviour }: Imitated = {},
): Promise<LocalHub> {
  const unlock = lockHub(home);
  try {
    const hub = await startHub({ home: join(home, "hub"), port, log, seed: startSeed, release, unknown });
    const tokens = Object.fromEntries(logins.map((login) => [login, hub.tokenOf(login)]));
    const session = { url: hub.url, repository, tokens };
    writeHubSession(home, session);
    writePrivately(appFileIn(home), envText(appVariables(hub)));
    return {
      hub,
      session,
      nextNumber: hub.lastNumberIn(demo.owner, demo.name) + 1,
      close: async () => {
        await hub.close();
        unlock();
      },
    };
  } catch (thrown) {
    unlock();
    throw toUserError(thrown, home, port);
  }
}

/** The seeded App's settings, for an App in another process. */
export function appFileIn(home: string): string {
  return join(home, "hub-app.env");
}

function appVariables({ app, url }: Hub): Readonly<Record<string, string>> {
  return {
    APP_ID: String(app.id),
    PRIVATE_KEY: app.privateKey,
    WEBHOOK_SECRET: app.webhookSecret,
    CLIENT_ID: app.clientId,
    CLIENT_SECRET: app.clientSecret,
    GHE_HOST: new URL(url).host,
    GHE_PROTOCOL: "http",
  };
}

function toUserError(thrown: unknown, home: string, port: number): unknown {
  const cure = "Move it elsewhere and restart; the hub will be recreated from the seed.";
  const unusable = unusableFile(thrown, `The hub's data in ${join(home, "hub")}`, cure);
  if (unusable !== undefined) return unusable;
  if (!(thrown instanceof Error && "code" in thrown && thrown.code === "EADDRINUSE")) return thrown;
  return new UserError(
    `Port ${port} for the hub is in use. Stop whatever is using it, or choose another: HUB_PORT=${portBeside(port)} npm start`,
    { cause: thrown },
  );
}
