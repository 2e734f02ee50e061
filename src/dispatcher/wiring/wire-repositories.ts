/** Builds what keeps our repositories, their settings and their labels up to date. */

import type { DispatcherPorts } from "../dispatcher-ports.ts";
import { createFailureHandler, type FailureHandler } from "../failure/handle-failure.ts";
import { createInstallationBackoff, type InstallationBackoff } from "../failure/installation-backoff.ts";
import { createPullChecks, type PullChecks } from "../locks/check-pulls.ts";
import { createComparePulls } from "../locks/compare-pulls.ts";
import { createReadPulls } from "../locks/read-pulls.ts";
import type { SettingsOf } from "../ports/settings.ts";
import { type Activity, createActivity } from "../repository/activity.ts";
import { createSettingsAdoption } from "../repository/adopt-settings.ts";
import { createChangeLister, type ListChanges } from "../repository/changes.ts";
import {
  createCatchUp,
  createRepositoryRefresh,
  createWelcome,
  type RefreshRepositories,
} from "../repository/installations.ts";
import { createKeptSettings, type KeptSettings } from "../repository/kept-settings.ts";
import { createLabelKeeper, type EnsureLabels, type TryLabels } from "../repository/labels.ts";
import { createLeadership } from "../repository/leadership.ts";
import { createListings, type Listings } from "../repository/listings.ts";
import { createSettingsReader, type SettingsReader } from "../repository/read-settings.ts";
import { createLeaderReport, type LeaderReport } from "../repository/report-leader.ts";
import { createSettingsReport } from "../repository/report-settings.ts";
import { createPageRequest } from "../repository/request-pages.ts";
import { createSettingsRefresh, type RefreshSettings, settingsIn } from "../repository/settings.ts";
import { createDeliveryWatch, type DeliveryWatch } from "../schedule/delivery-watch.ts";
import { createPauses, type Pauses } from "../schedule/pauses.ts";
import { type ChangeRefresher, createChangeRefresher } from "../schedule/refresh-changed.ts";
import { createSessions, type Sessions } from "../sessions/sessions.ts";
import { createSignsOfLifeIn, type SignsOfLifeIn } from "../sessions/signs-of-life.ts";
import { createSettingsAsker } from "../settings-approval/ask-about-settings.ts";
import { createEntitlement } from "../settings-approval/judge-changes.ts";
import { createSettingsIssue } from "../settings-approval/settings-issue.ts";
import { createSettingsNow } from "../settings-approval/settings-now.ts";

/** There is one of each for the whole process. */
export interface Repositories {
  readonly settingsOf: SettingsOf;
  readonly keptSettings: KeptSettings;
  readonly headOf: KeptSettings["headOf"];
  readonly pauses: Pauses;
  readonly deliveryWatch: DeliveryWatch;
  readonly sessions: Sessions;
  readonly signsOfLifeIn: SignsOfLifeIn;
  readonly activity: Activity;
  readonly backoff: InstallationBackoff;
  readonly failures: FailureHandler;
  readonly listings: Listings;
  readonly listChanges: ListChanges;
  readonly changeRefresher: ChangeRefresher;
  readonly leader: LeaderReport;
  readonly ensureLabels: EnsureLabels;
  readonly tryLabels: TryLabels;
  readonly pullChecks: PullChecks;
  readonly settings: { readonly reader: SettingsReader; readonly refresh: RefreshSettings };
  readonly refresh: RefreshRepositories;
  /** The same, and never rejects. */
  readonly tryRefresh: () => Promise<unknown>;
}

export function wireRepositories(ports: DispatcherPorts): Repositories {
  const { index, outbox } = ports.stores;
  const { tracker, writer, botId } = ports.github;
  const { clock, logger } = ports.runtime;
  const { pace, render, serving } = ports;
  const settingsOf = settingsIn(index);
  const keptSettings = createKeptSettings(index);
  const pauses = createPauses(index, outbox, settingsOf, createLeadership(index, settingsOf, botId));
  const backoff = createInstallationBackoff();
  const deliveryWatch = createDeliveryWatch({
    index,
    tracker,
    pauses,
    clock,
    earlier: serving?.carryover.heardSince,
  });
  const failures = createFailureHandler({ clock, backoff, deliveryWatch, logger });
  const sessions = serving?.sessions ?? createSessions({ store: ports.stores.sessions, clock, logger });
  const pullChecks = createPullChecks({
    index,
    settingsOf,
    pauses,
    readPulls: createReadPulls(tracker, index),
    comparePulls: createComparePulls({ index, writer, render, clock, attempt: failures.attempt }),
    runtime: { clock, attempt: failures.attempt },
  });
  const listings = createListings(clock, pace);
  const activity = createActivity(clock, serving?.carryover.activeAt);
  const listChanges = createChangeLister({ index, tracker, pace, activity });
  const changeRefresher = createChangeRefresher({ index, tracker, clock, pace, listings, listChanges });
  const leader = createLeaderReport({ index, clock, logger, pauses, botId });
  const ensureLabels = createLabelKeeper({ index, writer, clock, logger, settingsOf, pauses });
  const settings = wireSettings(ports, { pauses, leader, ensureLabels });
  const refresh = createRepositoryRefresh({
    index,
    tracker,
    failures,
    welcome: createWelcome({
      refreshSettings: settings.refresh,
      ensureLabels,
      requestPages: createPageRequest({ index, tracker, clock, pace, listings }),
    }),
    catchUp: createCatchUp({ index, clock, logger, failures, changeRefresher }),
  });
  const tryRefresh = (): Promise<unknown> => failures.attempt("list repositories", undefined, refresh);
  const tryLabels: TryLabels = (repository) =>
    failures.attempt("make labels", repository, () => ensureLabels(repository));
  return {
    keptSettings,
    headOf: keptSettings.headOf,
    activity,
    deliveryWatch,
    sessions,
    signsOfLifeIn: createSignsOfLifeIn(sessions, tracker),
    settingsOf,
    pauses,
    backoff,
    failures,
    listings,
    listChanges,
    changeRefresher,
    leader,
    ensureLabels,
    tryLabels,
    pullChecks,
    settings,
    refresh,
    tryRefresh,
  };
}

type ForSettings = Pick<Repositories, "pauses" | "leader" | "ensureLabels">;

function wireSettings(
  ports: DispatcherPorts,
  { pauses, leader, ensureLabels }: ForSettings,
): Repositories["settings"] {
  const { index } = ports.stores;
  const { tracker, writer, botId } = ports.github;
  const { clock, logger } = ports.runtime;
  const { render, keepsIndex } = ports;
  const entitlement = createEntitlement(tracker, botId);
  const settingsNow = createSettingsNow({ index, tracker, clock, entitlement });
  const reader = createSettingsReader({ index, tracker, settingsNow, logger });
  const issue = createSettingsIssue({ index, writer, clock, logger, entitlement });
  const refresh = createSettingsRefresh({
    index,
    reader,
    adopt: createSettingsAdoption({ index, clock, logger, pauses, leader, ensureLabels }),
    ask: createSettingsAsker({ index, render, pauses, issue }),
    report: createSettingsReport({ github: { tracker, writer }, clock, logger, render, pauses, keepsIndex }),
  });
  return { reader, refresh };
}
