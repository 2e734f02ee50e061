/**
 * The dispatcher's `Tracker` over GitHub's API. It only combines readers: read-issues and issue-seen decide
 * what an answer means, request-failure what a failure means.
 */
import type { Clock } from "../../base/clock.ts";
import type { Tracker } from "../../dispatcher/ports/tracker.ts";
import { createSettingsHistory } from "../authorship/settings-history.ts";
import { createHeadSince } from "../files/settings-file.ts";
import { createAccounts } from "../identity/accounts.ts";
import { createAdmins } from "../identity/admins.ts";
import type { Roles } from "../identity/roles.ts";
import { createBatchSizes } from "../transport/batch-size.ts";
import type { Client } from "../transport/client.ts";
import { createSchemaFeatures } from "../transport/schema-features.ts";
import { createDeliveryLog } from "../webhooks/delivery-log.ts";
import { type IssueReader, issuesAtOnce } from "./ask-for-issues.ts";
import { createChangedSince } from "./changed-issues.ts";
import type { Ourselves } from "./comments.ts";
import type { OwnRuns } from "./evidence/own-runs.ts";
import { createPullFiles } from "./evidence/pull-files.ts";
import { createReadEvidence } from "./evidence/read-evidence.ts";
import { findUnchanged } from "./find-unchanged.ts";
import { FirstTexts } from "./first-texts.ts";
import { createIssuePage } from "./issue-pages.ts";
import { createIssueTypes } from "./issue-types.ts";
import { createFoldersAt } from "./pulls/folders-at.ts";
import { createOpenPulls } from "./pulls/open-pulls.ts";
import { readIssues } from "./read-issues.ts";
import { createSurvey } from "./survey.ts";

export interface TrackerOptions {
  readonly client: Client;
  readonly ourselves: Ourselves;
  readonly roles: Roles;
  readonly ownRuns: Pick<OwnRuns, "remember">;
  readonly clock: Clock;
  readonly random: () => number;
  /** Lists installations and repositories from scratch. */
  readonly repositories: Tracker["repositories"];
}

export function createTracker({
  client,
  ourselves,
  roles,
  ownRuns,
  clock,
  random,
  repositories,
}: TrackerOptions): Tracker {
  const features = createSchemaFeatures();
  const firstTexts = new FirstTexts(ourselves);
  const sizes = createBatchSizes(issuesAtOnce);
  const reading: IssueReader = { client, ourselves, clock, random, features, firstTexts, sizes };
  const issueTypes = createIssueTypes(client, clock, features);
  return {
    aheadMs: client.aheadMs,
    readIssues: (installationId, requests) => readIssues(reading, installationId, requests),
    unchangedAmong: (installationId, records) => findUnchanged(reading, installationId, records),
    issuePage: createIssuePage(reading),
    openPulls: createOpenPulls(client),
    pullFiles: createPullFiles(client),
    foldersAt: createFoldersAt(client),
    readEvidence: createReadEvidence({ client, ourselves, ownRuns, clock }),
    changedSince: createChangedSince(client),
    roleOf: roles.roleOf,
    accountsOf: createAccounts(client, clock),
    adminsOf: createAdmins(client, clock),
    issueTypesOf: issueTypes.of,
    repositories,
    survey: createSurvey(client, clock, features, issueTypes, random),
    headSince: createHeadSince(client),
    settingsHistory: createSettingsHistory(client, ourselves),
    ...createDeliveryLog(client, clock),
  };
}
