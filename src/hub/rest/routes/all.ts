/** Every REST route of the hub. A new group is one file and one line here. */

import type { Rates } from "../../http/rate.ts";
import { enterpriseSince, isSince, type Release } from "../../release.ts";
import type { Route } from "../route.ts";
import { activityRoutes, olderActivityRoutes } from "./activity.ts";
import { appRoutes } from "./apps.ts";
import { authorizeRoutes } from "./authorize.ts";
import { commitRoute, commitRoutes } from "./git/commits.ts";
import { contentRoutes } from "./git/contents.ts";
import { forkRoutes } from "./git/forks.ts";
import { gitDataRoutes } from "./git/git-data.ts";
import { hookRoutes } from "./hook.ts";
import { commentRoutes } from "./issues/comments.ts";
import { dependencyRoutes } from "./issues/dependencies.ts";
import { issueRoutes } from "./issues/issues.ts";
import { labelRoutes } from "./issues/labels.ts";
import { milestoneRoutes } from "./issues/milestones.ts";
import { reactionRoutes } from "./issues/reactions.ts";
import { searchRoutes } from "./issues/search.ts";
import { subIssueRoutes } from "./issues/sub-issues.ts";
import { manifestRoutes } from "./manifests.ts";
import { newRepositoryRoutes } from "./new-repositories.ts";
import { checkRoutes } from "./pulls/checks.ts";
import { pullRoutes } from "./pulls/pulls.ts";
import { reviewRequestRoutes } from "./pulls/review-requests.ts";
import { reviewRoutes } from "./pulls/reviews.ts";
import { statusRoutes } from "./pulls/statuses.ts";
import { rateLimitRoutes } from "./rate-limit.ts";
import { repositoryRoutes } from "./repositories.ts";
import { rootRoutes } from "./root.ts";
import { rulesetRoutes } from "./rulesets.ts";
import { userAccessRoutes } from "./user-access.ts";

/** @param release an enterprise host lacks what came after it */
export function allRoutes(rates: Rates, release: Release = "today"): readonly Route[] {
  return [
    ...rootRoutes,
    ...rateLimitRoutes(rates),
    ...repositoryRoutes,
    ...newRepositoryRoutes,
    ...issueRoutes,
    ...commentRoutes,
    ...labelRoutes,
    ...milestoneRoutes,
    ...(isSince(release, enterpriseSince.dependencies) ? dependencyRoutes : []),
    ...(isSince(release, enterpriseSince.activity) ? activityRoutes : olderActivityRoutes),
    ...subIssueRoutes,
    ...reactionRoutes,
    ...appRoutes,
    ...userAccessRoutes,
    ...authorizeRoutes,
    ...hookRoutes,
    ...manifestRoutes,
    ...searchRoutes,
    ...contentRoutes,
    ...gitDataRoutes,
    ...pullRoutes,
    ...reviewRequestRoutes,
    ...reviewRoutes,
    ...checkRoutes,
    ...statusRoutes,
    ...rulesetRoutes,
    ...forkRoutes,
    ...commitRoutes,
    commitRoute,
  ];
}
