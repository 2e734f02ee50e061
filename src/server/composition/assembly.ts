/** Assembles the dispatcher's ports from the adapters of floor 6. */
import type { Logger } from "../../base/logger.ts";
import type { Answerer } from "../../coordinator/answers/answerer.ts";
import type { RecordFiles } from "../../coordinator/records/ports.ts";
import type { DispatcherPorts, ProcessRuntime } from "../../dispatcher/dispatcher-ports.ts";
import { endlessCreations, githubPace, type Pace } from "../../dispatcher/pace.ts";
import { renamingIn } from "../../dispatcher/repository/labels.ts";
import { settingsIn } from "../../dispatcher/repository/settings.ts";
import type { KeptHolds } from "../../github/transport/budget.ts";
import { passwordsIn } from "../../store/postgres/address.ts";
import type { Store } from "../../store/store.ts";
import { loadTexts } from "../../texts/texts.ts";
import { throughProbot } from "../ingress/through-probot.ts";
import type { Retention } from "../maintenance/retention.ts";
import { connect } from "./connect.ts";
import type { CoordinatorSources } from "./coordination.ts";
import { type GitHubSettings, webUrlOf } from "./environment.ts";

export interface BusOptions {
  readonly github: GitHubSettings;
  /** Absolute path of the data folder. */
  readonly home: string;
  /** The PostgreSQL database that has the index; undefined for the data folder. */
  readonly databaseUrl?: string | undefined;
  /** How often to poll GitHub for changes if it cannot reach us; undefined if it can. */
  readonly pollMs: number | undefined;
  /** `off` is for the hub. */
  readonly pacing: "github" | "off";
  /** How long finished work is kept; the default retention if absent. */
  readonly retention?: Retention;
  /** Writes the coordinator's answers; without one, answers are only quoted. */
  readonly answerer?: Answerer | undefined;
}

/** The dispatcher's ports, and what the coordinator needs in addition. */
export interface Assembled {
  readonly ports: DispatcherPorts;
  readonly coordinating: CoordinatorSources;
  readonly files: RecordFiles;
}

/**
 * Asks GitHub who we are, retrying as long as it takes.
 * @returns undefined if `signal` was aborted first
 * @throws UserError if GitHub refuses us
 */
export async function assemble(
  options: BusOptions,
  runtime: ProcessRuntime,
  store: Store,
  signal: AbortSignal,
): Promise<Assembled | undefined> {
  const { clock, random, logger } = runtime;
  const { index } = store;
  const { appId, privateKey, previousPrivateKeys = [], webhookSecrets, baseUrl } = options.github;
  const renames = renamingIn(index, settingsIn(index));
  const secrets = [
    ...[...webhookSecrets, privateKey, ...previousPrivateKeys],
    ...(options.github.client === undefined ? [] : [options.github.client.secret]),
    ...(options.answerer?.secrets ?? []),
    ...passwordsIn(options.databaseUrl),
  ];
  const where = baseUrl === undefined ? {} : { baseUrl };
  const keys = { appId, privateKey, previousPrivateKeys };
  const github = await connect(
    {
      ...keys,
      ...where,
      holds: await holdsIn(store, logger),
      ...{ pacing: options.pacing, clock, random, log: logger, renames },
      onAnswer: runtime.observer?.githubAnswered,
    },
    { clock, logger, signal },
  );
  if (github === undefined) return undefined;
  const { tracker, writer, self } = github;
  const translate = await throughProbot(github.probot, github.translate);
  return {
    ports: {
      stores: {
        inbox: store.inbox,
        index,
        outbox: store.outbox,
        orders: store.orders,
        sessions: store.sessions,
      },
      github: { tracker, writer, translate, botId: self.bot.id },
      ...{ runtime, pace: paceOf(options), keepsIndex: true },
      render: renderWithout(secrets, webUrlOf(baseUrl)),
    },
    coordinating: { source: github.context, answering: { answerer: options.answerer, secrets } },
    files: github.files,
  };
}

/** @param secrets values that must never be written */
export function renderWithout(secrets: readonly string[], webUrl: string): DispatcherPorts["render"] {
  const texts = loadTexts(webUrl);
  return (text) => texts.render(text, secrets);
}

/** Without deliveries, only the list of repositories reveals a new one, so every round requests it. */
export function paceOf({ pacing, pollMs }: Pick<BusOptions, "pacing" | "pollMs">): Pace {
  const pace = pollMs === undefined ? githubPace : { ...githubPace, listEveryMs: githubPace.sweepEveryMs };
  return pacing === "off" ? { ...pace, ...endlessCreations } : pace;
}

/** A restart must not run into a limit that GitHub has just reported. */
async function holdsIn({ outbox }: Pick<Store, "outbox">, logger: Logger): Promise<KeptHolds> {
  return {
    known: await outbox.holds(),
    keep: (hold) => {
      outbox.keepHold(hold).catch((thrown: unknown) => {
        logger.error({ installation: hold.installationId }, "could not save GitHub's rate limit", thrown);
      });
    },
  };
}
