/** A hub and a server whose requests are counted, with agents and open tasks. */
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { z } from "zod";
import { type Clock, systemClock } from "../../../src/base/clock.ts";
import { formatUlid } from "../../../src/base/ulid.ts";
import type { OrderResult } from "../../../src/dispatcher/orders/place.ts";
import type { Hub } from "../../../src/hub/hub.ts";
import { controlPaths } from "../../../src/server/http/control-paths.ts";
import { readContact } from "../../../src/server/maintenance/data-folder.ts";
import { type Actor, actorOf } from "../../support/actor.ts";
import { appToken } from "../../support/app-token.ts";
import { type Crew, nameCrew, seedWith } from "../../support/crew.ts";
import { type RecordedBus, type RecordedBusOptions, startRecordedBus } from "../recorded-bus.ts";
import { repository } from "../running.ts";

export interface CrewBus extends RecordedBus {
  readonly home: string;
  /** @param issue undefined for the best one that is ready */
  readonly order: (agent: string, text: string, issue?: number) => Promise<OrderResult>;
  /** A workflow reports that its tests passed. */
  readonly passCheck: (sha: string) => Promise<void>;
}

export interface CrewBusOptions extends Pick<RecordedBusOptions, "clock" | "isSeparateProcess"> {
  readonly crew: Crew;
  readonly tasks: number;
  /** Lines of the settings in addition to the agents. */
  readonly settings: string;
}

/** How many tasks are opened at once. */
const atOnce = 8;

/** Resolves when the server has read all tasks and nothing is left to do. */
export async function startCrewBus(folder: string, wanted: CrewBusOptions): Promise<CrewBus> {
  const { crew, tasks, settings, ...options } = wanted;
  const before = async (hub: Hub): Promise<void> => {
    const as = (login: string): Actor => actorOf(hub.url, hub.tokenOf(login), login, repository);
    await nameCrew({ as, settled: async () => {} }, crew, settings);
    await openTasks(as("maria"), tasks);
  };
  const bus = await startRecordedBus(folder, { ...options, seed: seedWith(crew), before });
  await bus.settled();
  bus.proxy.take();
  const home = join(folder, "home");
  const { url, token } = readContact(home) ?? {};
  return {
    ...bus,
    home,
    passCheck: (sha) => passCheck(bus.hub, options.clock ?? systemClock, sha),
    order: async (agent, text, issue) => {
      const id = formatUlid(systemClock.now(), randomBytes(16));
      const [owner, repo] = repository.split("/");
      const response = await fetch(`${url}${controlPaths.order}`, {
        method: "POST",
        headers: { authorization: `Bearer ${token}` },
        body: JSON.stringify({ id, owner, repo, agent, text, issue }),
      });
      return (await response.json()) as OrderResult;
    },
  };
}

async function openTasks(as: Actor, count: number): Promise<void> {
  let opened = 0;
  const work = async (): Promise<void> => {
    while (opened < count) {
      opened += 1;
      await as.open(`Task ${opened}`, "### Goal\n\nIt works.\n\n### Priority\n\np1\n", ["kind:task"], []);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

/** Agents by number, that share these logins in turn. */
export function crewOf(count: number, logins: number): Crew {
  const entries = Array.from({ length: count }, (_, at) => [`agent-${at}`, { login: `crew-${at % logins}` }]);
  return Object.fromEntries(entries);
}

/** The App creates the check run, because the hub runs no workflows. */
async function passCheck({ url, app }: Hub, clock: Clock, sha: string): Promise<void> {
  const nowS = Math.floor(clock.now() / 1_000);
  const itself = await appToken(app, { iat: nowS - 30, exp: nowS + 300 });
  const post = (path: string, token: string, body: object): Promise<Response> =>
    fetch(`${url}/api/v3${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  const made = await post(`/app/installations/${app.installationId}/access_tokens`, itself, {});
  const { token } = installationToken.parse(await made.json());
  const run = { name: "npm test", head_sha: sha, status: "completed", conclusion: "success" };
  await post(`/repos/${repository}/check-runs`, token, run);
}

const installationToken = z.object({ token: z.string() });
