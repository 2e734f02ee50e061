/** Every REST route of the hub. A new group is one file and one line here. */
import type { Release } from "../../core.ts";
import type { Rates } from "../../http/rate.ts";
import type { Route } from "../route.ts";
import { activityRoutes, olderActivityRoutes } from "./activity.ts";
import { appRoutes } from "./apps.ts";
import { checkRoutes } from "./checks.ts";
import { commentRoutes } from "./comments.ts";
import { commitRoute, commitRoutes } from "./commits.ts";
import { contentRoutes } from "./contents.ts";
import { dependencyRoutes } from "./dependencies.ts";
import { forkRoutes } from "./forks.ts";
import { gitDataRoutes } from "./git-data.ts";
import { hookRoutes } from "./hook.ts";
import { issueRoutes } from "./issues.ts";
import { labelRoutes } from "./labels.ts";
import { manifestRoutes } from "./manifests.ts";
import { milestoneRoutes } from "./milestones.ts";
import { newRepositoryRoutes } from "./new-repositories.ts";
import { pullRoutes } from "./pulls.ts";
import { rateLimitRoutes } from "./rate-limit.ts";
import { reactionRoutes } from "./reactions.ts";
import { repositoryRoutes } from "./repositories.ts";
import { reviewRequestRoutes } from "./review-requests.ts";
import { reviewRoutes } from "./reviews.ts";
import { rootRoutes } from "./root.ts";
import { rulesetRoutes } from "./rulesets.ts";
import { searchRoutes } from "./search.ts";
import { statusRoutes } from "./statuses.ts";
import { subIssueRoutes } from "./sub-issues.ts";

/** @param release an older one has no dependencies */
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
    ...(release === "today" ? [...dependencyRoutes, ...activityRoutes] : olderActivityRoutes),
    ...subIssueRoutes,
    ...reactionRoutes,
    ...appRoutes,
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
