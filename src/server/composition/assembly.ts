/** Assembles the dispatcher's ports from the adapters of floor 6. */
import type { Logger } from "../../base/logger.ts";
import type { ConfiguredAnswerer } from "../../coordinator/answers/answerer.ts";
import type { RecordFiles } from "../../coordinator/records/ports.ts";
import type { DispatcherPorts, ProcessRuntime, Serving } from "../../dispatcher/dispatcher-ports.ts";
import { endlessCreations, githubPace, type Pace } from "../../dispatcher/pace.ts";
import { renamingIn } from "../../dispatcher/repository/label-keeper.ts";
import { settingsIn } from "../../dispatcher/repository/settings-refresher.ts";
import type { GitHub, GitHubOptions } from "../../github/github.ts";
import type { KeptBackoffs } from "../../github/transport/budget.ts";
import { passwordsIn } from "../../store/postgres/database-url.ts";
import type { Store } from "../../store/store.ts";
import { loadTexts } from "../../texts/texts.ts";
import { inboxOfLog } from "../ingress/inbox-of-log.ts";
import { throughProbot } from "../ingress/through-probot.ts";
import type { Retention } from "../maintenance/retention.ts";
import { connect } from "./connect.ts";
import { type CoordinatorSources, constraintsOver } from "./coordination.ts";
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
  readonly answerer?: ConfiguredAnswerer | undefined;
  /** Root of the pages on which people decide who signed in with GitHub; undefined where none can sign in. */
  readonly pages?: DispatcherPorts["pages"];
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
  const { index } = store;
  const backoffs = await backoffsIn(store, runtime.logger);
  const renames = renamingIn(index, settingsIn(index));
  const connected = await connectApp(options, runtime, { backoffs, renames }, signal);
  return connected && assembleOver(options, runtime, store, connected);
}

/** GitHub as one App sees it, and the translation of its deliveries. There is one for the whole process. */
export interface ConnectedApp {
  readonly github: GitHub;
  readonly translate: DispatcherPorts["github"]["translate"];
}

/**
 * Asks GitHub who we are, retrying as long as it takes.
 * @returns undefined if `signal` was aborted first
 * @throws UserError if GitHub refuses us
 */
export async function connectApp(
  options: Pick<BusOptions, "github" | "pacing">,
  runtime: ProcessRuntime,
  parts: Pick<GitHubOptions, "backoffs" | "renames" | "mayWrite" | "writeSignal">,
  signal: AbortSignal,
): Promise<ConnectedApp | undefined> {
  const { clock, random, logger, observer } = runtime;
  const { appId, privateKey, previousPrivateKeys = [], baseUrl } = options.github;
  const github = await connect(
    {
      appId,
      privateKey,
      previousPrivateKeys,
      ...parts,
      ...(baseUrl === undefined ? {} : { baseUrl }),
      pacing: options.pacing,
      clock,
      random,
      log: logger,
      onAnswer: observer?.githubAnswered,
    },
    { clock, logger, signal },
  );
  if (github === undefined) return undefined;
  return { github, translate: await throughProbot(github.probot, github.translate) };
}

/** @param serving where the store has one installation, which this process serves for a while */
export function assembleOver(
  options: BusOptions,
  runtime: ProcessRuntime,
  store: Store,
  { github, translate }: ConnectedApp,
  serving?: Serving,
): Assembled {
  const { index } = store;
  const { privateKey, previousPrivateKeys = [], webhookSecrets, baseUrl } = options.github;
  const secrets = [
    ...webhookSecrets,
    privateKey,
    ...previousPrivateKeys,
    ...(options.github.client === undefined ? [] : [options.github.client.secret]),
    ...(options.answerer?.secrets ?? []),
    ...passwordsIn(options.databaseUrl),
  ];
  const { tracker, writer, self } = github;
  return {
    ports: {
      stores: {
        inbox: inboxOfLog(store),
        index,
        outbox: store.outbox,
        orders: store.orders,
        sessions: store.sessions,
      },
      github: { tracker, writer, translate, learnIds: github.learnIds, botId: self.bot.id },
      runtime,
      pace: paceOf(options),
      keepsIndex: true,
      constraints: constraintsOver(store),
      pages: options.pages,
      serving,
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

/** Without deliveries, only the list of repositories reveals a new one, so every sweep requests it. */
export function paceOf({ pacing, pollMs }: Pick<BusOptions, "pacing" | "pollMs">): Pace {
  const pace = pollMs === undefined ? githubPace : { ...githubPace, listEveryMs: githubPace.sweepEveryMs };
  return pacing === "off" ? { ...pace, ...endlessCreations } : pace;
}

/** A restart must not run into a limit that GitHub has just reported. */
export async function backoffsIn({ outbox }: Pick<Store, "outbox">, logger: Logger): Promise<KeptBackoffs> {
  return {
    known: await outbox.storedBackoffs(),
    keep: (backoff) => {
      outbox.saveBackoff(backoff).catch((thrown: unknown) => {
        logger.error({ installation: backoff.installationId }, "could not save GitHub's rate limit", thrown);
      });
    },
  };
}
