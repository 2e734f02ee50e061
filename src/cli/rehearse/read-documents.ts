/** The GraphQL documents that only read, as large as they get, by what they are for. */
import { howMergedQuery } from "../../github/authorship/how-merged.ts";
import { branchQuery } from "../../github/authorship/page-changes.ts";
import { fileTextQuery, parentQuery } from "../../github/authorship/provenance.ts";
import { overviewAroundQuery, overviewQuery } from "../../github/caller/overview.ts";
import { maxTargets } from "../../github/caller/read-once.ts";
import { blobsQuery } from "../../github/files/context-source.ts";
import { filesAtQuery } from "../../github/files/files-at.ts";
import { treesQuery } from "../../github/files/folders.ts";
import { headQuery, settingsFileQuery } from "../../github/files/settings-file.ts";
import { agentQuery } from "../../github/identity/agents-inspected.ts";
import { placeQuery } from "../../github/identity/repository-place.ts";
import { pullFields } from "../../github/read/evidence/pull-shown.ts";
import { documentWith, queueField } from "../../github/read/evidence/read-review.ts";
import { openPullsQuery } from "../../github/read/pulls/open-pulls.ts";
import {
  accountsQuery,
  commentsQuery,
  firstTextQuery,
  issuePageQuery,
  issuesQuery,
  issueTypesQuery,
  knownCommentsQuery,
  labelledIssuesQuery,
  labelsQuery,
  linksQuery,
  newerIdsQuery,
  newestIssuesQuery,
  type Query,
  surveyQuery,
  unversionedQuery,
} from "../../github/read/queries.ts";
import { sightQuery } from "../../github/sign-in/token-sight.ts";
import { currentSchema } from "../../github/transport/schema-features.ts";
import { queuePlaceQuery } from "../../github/write/write-pull.ts";
import { planIssuesQuery } from "../plan/plan-issues.ts";

const ids = Array.from({ length: 100 }, (_, i) => `ID_${i}`);
const first = (count: number): readonly number[] => Array.from({ length: count }, (_, i) => i);
const caller = { ...currentSchema, isCaller: true };
const plain = (document: string, variables: Query["variables"] = {}): Query => ({ document, variables });

export const readDocuments: Readonly<Record<string, Query>> = {
  "fifty issues by id, for the first time": issuesQuery(
    first(50).map((i) => ({ id: `I_${i}`, comments: 100, isFirst: true })),
    ids,
  ),
  "fifty issues by number": issuesQuery(
    first(50).map((number) => ({ owner: "acme", name: "demo", number, comments: 100 })),
    ids,
  ),
  "the issues that a caller reads": issuesQuery(
    first(maxTargets).map((i) => ({ id: `I_${i}`, comments: 100 })),
    [],
    caller,
  ),
  "what of issues has no version": plain(unversionedQuery(), { ids }),
  "a page of all issues": plain(issuePageQuery(), { first: 100 }),
  "a caller's page of issues with a label": plain(labelledIssuesQuery(caller)),
  "pages of blockers": plain(linksQuery("blockedBy")),
  "pages of blocked issues": plain(linksQuery("blocking")),
  "pages of comments": plain(commentsQuery),
  "what older ids are called": plain(newerIdsQuery, { ids }),
  "comments by id": plain(knownCommentsQuery, { own: ids }),
  "the first text of an issue": plain(firstTextQuery),
  "pages of the newest issues": plain(newestIssuesQuery),
  "issue types": plain(issueTypesQuery),
  "what many repositories show": plain(surveyQuery(false), { ids }),
  "what many repositories show, with their issue types": plain(surveyQuery(true), { ids }),
  accounts: plain(accountsQuery, { ids }),
  "label ids": labelsQuery("R_1", ids),
  "folders of a commit": plain(treesQuery(40)),
  "files by id": plain(blobsQuery(20)),
  "versions of a file": plain(filesAtQuery(50)),
  "the head of a repository": plain(headQuery),
  "the settings file": plain(settingsFileQuery),
  "how a commit was merged": plain(howMergedQuery),
  "the text of a file": plain(fileTextQuery),
  "the parent of a commit": plain(parentQuery),
  "the default branch": plain(branchQuery),
  "the place of a repository": plain(placeQuery),
  "an agent's login": plain(agentQuery),
  "a repository as a caller sees it": plain(overviewQuery),
  "a repository around an issue": plain(overviewAroundQuery),
  "what a token may see": plain(sightQuery, { ids }),
  "open pull requests": plain(openPullsQuery),
  "whether a pull request is in a merge queue": plain(queuePlaceQuery, { id: "PR_1" }),
  "the review of a pull request": plain(documentWith({ queue: queueField, pull: pullFields })),
  "the issues of a plan": plain(planIssuesQuery),
};
