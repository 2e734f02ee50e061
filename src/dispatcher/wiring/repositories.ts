/** What keeps our repositories, their settings and their labels up to date. There is one of each for the whole process. */

import type { DispatcherPorts } from "../dispatcher-ports.ts";
import { FailureHandler } from "../failure/failure-handler.ts";
import { InstallationBackoff } from "../failure/installation-backoff.ts";
import { FormerIds } from "../former-ids.ts";
import { createComparePulls } from "../locks/compare-pulls.ts";
import { PullChecks } from "../locks/pull-checks.ts";
import { PullListings } from "../locks/pull-listings.ts";
import { PullsReader } from "../locks/read-pulls.ts";
import type { SettingsOf } from "../ports/settings.ts";
import { ProgressWatch } from "../progress-watch.ts";
import { Activity } from "../repository/activity.ts";
import { createSettingsAdoption } from "../repository/adopt-settings.ts";
import { ChangeLister } from "../repository/change-lister.ts";
import { KeptSettings } from "../repository/kept-settings.ts";
import { LabelKeeper } from "../repository/label-keeper.ts";
import { LeaderReport } from "../repository/leader-report.ts";
import { Leadership } from "../repository/leadership.ts";
import { Listings } from "../repository/listings.ts";
import { PageRequester } from "../repository/page-requester.ts";
import { createSettingsReport } from "../repository/report-settings.ts";
import { RepositoryList } from "../repository/repository-list.ts";
import { RoleReader } from "../repository/role-reader.ts";
import { SettingsReader } from "../repository/settings-reader.ts";
import { SettingsRefresher, settingsIn } from "../repository/settings-refresher.ts";
import { ChangeRefresher } from "../schedule/change-refresher.ts";
import { DeliveryWatch } from "../schedule/delivery-watch.ts";
import { Pauses } from "../schedule/pauses.ts";
import { createSessions, type Sessions } from "../sessions/sessions.ts";
import { createSettingsAsker } from "../settings-approval/ask-about-settings.ts";
import { createEntitlement } from "../settings-approval/judge-changes.ts";
import { createSettingsIssue } from "../settings-approval/settings-issue.ts";
import { createSettingsNow } from "../settings-approval/settings-now.ts";
import { ReadShares } from "../shares/read-shares.ts";

export class Repositories {
  readonly settingsOf: SettingsOf;
  readonly keptSettings: KeptSettings;
  readonly pauses: Pauses;
  readonly backoff = new InstallationBackoff();
  readonly formerIds: FormerIds;
  readonly progress: ProgressWatch;
  readonly deliveryWatch: DeliveryWatch;
  readonly failures: FailureHandler;
  readonly sessions: Sessions;
  readonly readShares: ReadShares;
  readonly pullListings: PullListings;
  readonly pullChecks: PullChecks;
  readonly listings: Listings;
  readonly activity: Activity;
  readonly roleReader: RoleReader;
  readonly changeLister: ChangeLister;
  readonly changeRefresher: ChangeRefresher;
  readonly leaderReport: LeaderReport;
  readonly labelKeeper: LabelKeeper;
  readonly settingsReader: SettingsReader;
  readonly settingsRefresher: SettingsRefresher;
  readonly list: RepositoryList;

  constructor(ports: DispatcherPorts) {
    const { index, outbox, sessions: store } = ports.stores;
    const { tracker, writer, botId } = ports.github;
    const { clock, logger } = ports.runtime;
    const { pace, render, serving, keepsIndex } = ports;
    const settingsOf = settingsIn(index);
    this.settingsOf = settingsOf;
    this.formerIds = new FormerIds(index);
    this.keptSettings = new KeptSettings(index);
    this.pauses = new Pauses({ index, outbox }, settingsOf, new Leadership(index, settingsOf, botId));
    this.progress = new ProgressWatch(clock);
    this.deliveryWatch = new DeliveryWatch(
      { index, tracker, clock, backoff: this.backoff },
      this.pauses,
      serving?.carryover.heardSince,
    );
    this.failures = new FailureHandler(ports.runtime, this.backoff, this.deliveryWatch);
    this.sessions = serving?.sessions ?? createSessions({ store, clock, logger });
    this.readShares = new ReadShares(clock, pace.reads, tracker, serving?.carryover.spent);
    const { pauses, failures } = this;
    this.pullListings = new PullListings(this.readShares, pace.beyondShareMs, serving?.carryover.pullsListed);
    this.pullChecks = new PullChecks({
      index,
      settingsOf,
      pauses,
      pullsReader: new PullsReader(tracker, index, this.readShares),
      listings: this.pullListings,
      comparePulls: createComparePulls({ index, writer, render, clock, failures }),
      clock,
      failures,
    });
    this.listings = new Listings(clock, pace);
    this.activity = new Activity(clock, serving?.carryover.activeAt);
    this.roleReader = new RoleReader(ports, settingsOf);
    this.changeLister = new ChangeLister(ports, this.activity);
    this.changeRefresher = new ChangeRefresher(ports, this.listings, this.changeLister);
    this.leaderReport = new LeaderReport(ports, pauses);
    this.labelKeeper = new LabelKeeper(ports, settingsOf, pauses, failures);
    const { leaderReport, labelKeeper } = this;
    const entitlement = createEntitlement(tracker, botId);
    this.settingsReader = new SettingsReader(
      ports,
      createSettingsNow({ index, tracker, clock, entitlement }),
    );
    this.settingsRefresher = new SettingsRefresher(index, {
      reader: this.settingsReader,
      adopt: createSettingsAdoption({ index, clock, logger, pauses, leaderReport, labelKeeper }),
      ask: createSettingsAsker({
        index,
        render,
        pauses,
        issue: createSettingsIssue({ index, writer, clock, logger, entitlement }),
      }),
      report: createSettingsReport({
        github: { tracker, writer },
        clock,
        logger,
        render,
        pauses,
        keepsIndex,
      }),
    });
    this.list = new RepositoryList(ports, {
      failures,
      settingsRefresher: this.settingsRefresher,
      labelKeeper,
      pageRequester: new PageRequester(index, tracker, clock, pace, this.listings),
      changeRefresher: this.changeRefresher,
      pauses,
    });
  }
}
