/** Assembles the dispatcher's dependencies from the adapters of floor 6. */
import type { Clock } from "../../base/clock.ts";
import type { Logger } from "../../base/logger.ts";
import type { Answerer } from "../../coordinator/answers/answerer.ts";
import type { RecordFiles } from "../../coordinator/records/ports.ts";
import { createInstallationBackoff } from "../../dispatcher/failure/installation-backoff.ts";
import { createMutex } from "../../dispatcher/mutex.ts";
import { endlessCreations, githubPace, type Pace } from "../../dispatcher/pace.ts";
import type { Parts } from "../../dispatcher/parts.ts";
import type { OnStep } from "../../dispatcher/ports/durable-step.ts";
import { renamingIn } from "../../dispatcher/repository/labels.ts";
import { createLeading } from "../../dispatcher/repository/leading.ts";
import { createListings } from "../../dispatcher/repository/listings.ts";
import { settingsIn } from "../../dispatcher/repository/settings.ts";
import { createPauses } from "../../dispatcher/schedule/pauses.ts";
import type { NodeId } from "../../engine/model/fact.ts";
import type { KeptHolds } from "../../github/transport/budget.ts";
import type { Store } from "../../store/sqlite/store.ts";
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
  /** How often to poll GitHub for changes if it cannot reach us; undefined if it can. */
  readonly pollMs: number | undefined;
  /** `off` is for the hub. */
  readonly pacing: "github" | "off";
  /** How long finished work is kept; the default retention if absent. */
  readonly retention?: Retention;
  /** Writes the coordinator's answers; without one, answers are only quoted. */
  readonly answerer?: Answerer | undefined;
}

/** The dispatcher's dependencies, and what the coordinator needs in addition. */
export interface Assembled {
  readonly parts: Parts;
  readonly coordinating: CoordinatorSources;
  readonly files: RecordFiles;
}

/** Everything outside the process, plus a hook that is called at each durable step. */
export interface Outside {
  readonly clock: Clock;
  /** In [0, 1). */
  readonly random: () => number;
  readonly logger: Logger;
  readonly onStep: OnStep;
}

/**
 * Asks GitHub who we are, retrying as long as it takes.
 * @returns undefined if `signal` was aborted first
 * @throws UserError if GitHub refuses us
 */
export async function assemble(
  options: BusOptions,
  outside: Outside,
  store: Store,
  signal: AbortSignal,
): Promise<Assembled | undefined> {
  const { clock, random, logger } = outside;
  const { index } = store;
  const { appId, privateKey, previousPrivateKeys = [], webhookSecrets, baseUrl } = options.github;
  const settingsOf = settingsIn(index);
  const renaming = renamingIn(index, settingsOf);
  const secrets = [
    ...[...webhookSecrets, privateKey, ...previousPrivateKeys],
    ...(options.answerer?.secrets ?? []),
  ];
  const where = baseUrl === undefined ? {} : { baseUrl };
  const keys = { appId, privateKey, previousPrivateKeys };
  const github = await connect(
    {
      ...keys,
      ...where,
      holds: await holdsIn(store, logger),
      ...{ pacing: options.pacing, clock, random, log: logger, renaming },
    },
    { clock, logger, signal },
  );
  if (github === undefined) return undefined;
  const parts: Parts = {
    ...partsFrom({ outside, store, secrets, botId: github.self.bot.id, webUrl: webUrlOf(baseUrl) }),
    tracker: github.tracker,
    writer: github.writer,
    translate: await throughProbot(github.probot, github.translate),
    pace: paceOf(options),
  };
  const coordinating = {
    source: github.context,
    answering: { answerer: options.answerer, secrets },
  };
  return { parts, coordinating, files: github.files };
}

export interface PartsOptions {
  readonly outside: Outside;
  readonly store: Store;
  /** Values that must never be written. */
  readonly secrets: readonly string[];
  /** Our own bot's node id. */
  readonly botId: NodeId;
  readonly webUrl: string;
}

/** The dispatcher's dependencies, regardless of where GitHub's side comes from. */
export function partsFrom({
  outside,
  store,
  secrets,
  botId,
  webUrl,
}: PartsOptions): Omit<Parts, "tracker" | "writer" | "translate" | "pace"> {
  const { inbox, index, outbox } = store;
  const texts = loadTexts(webUrl);
  const settingsOf = settingsIn(index);
  return {
    ...outside,
    ...{ inbox, index, outbox },
    settingsOf,
    questionsDecided: () => {},
    keepsIndex: true,
    render: (text) => texts.render(text, secrets),
    backoff: createInstallationBackoff(),
    mutex: createMutex(),
    listings: createListings(outside.clock, githubPace),
    botId,
    pauses: createPauses(index, outbox, settingsOf, createLeading(index, settingsOf, botId)),
  };
}

/** Without deliveries, only the list of repositories shows a new one, so every round asks for it. */
export function paceOf({ pacing, pollMs }: Pick<BusOptions, "pacing" | "pollMs">): Pace {
  const pace = pollMs === undefined ? githubPace : { ...githubPace, listEveryMs: 0 };
  return pacing === "off" ? { ...pace, ...endlessCreations } : pace;
}

/** A restart must not run into a limit that GitHub has just told us of. */
async function holdsIn({ outbox }: Pick<Store, "outbox">, logger: Logger): Promise<KeptHolds> {
  return {
    known: await outbox.holds(),
    keep: (hold) => {
      outbox.keepHold(hold).catch((thrown: unknown) => {
        logger.error({ installation: hold.installationId }, "GitHub's limit could not be kept", thrown);
      });
    },
  };
}
