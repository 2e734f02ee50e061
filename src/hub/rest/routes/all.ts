/** Every REST route that the hub has. A new group is one file and one line here. */
import type { Release } from "../../core.ts";
import type { Rates } from "../../http/rate.ts";
import type { Route } from "../route.ts";
import { appRoutes } from "./apps.ts";
import { commentRoutes } from "./comments.ts";
import { contentRoutes } from "./contents.ts";
import { dependencyRoutes } from "./dependencies.ts";
import { hookRoutes } from "./hook.ts";
import { issueRoutes } from "./issues.ts";
import { labelRoutes } from "./labels.ts";
import { manifestRoutes } from "./manifests.ts";
import { rateLimitRoutes } from "./rate-limit.ts";
import { reactionRoutes } from "./reactions.ts";
import { repositoryRoutes } from "./repositories.ts";
import { rootRoutes } from "./root.ts";
import { searchRoutes } from "./search.ts";
import { subIssueRoutes } from "./sub-issues.ts";

/** @param release an older one has no dependencies */
export function allRoutes(rates: Rates, release: Release = "today"): readonly Route[] {
  return [
    ...rootRoutes,
    ...rateLimitRoutes(rates),
    ...repositoryRoutes,
    ...issueRoutes,
    ...commentRoutes,
    ...labelRoutes,
    ...(release === "today" ? dependencyRoutes : []),
    ...subIssueRoutes,
    ...reactionRoutes,
    ...appRoutes,
    ...hookRoutes,
    ...manifestRoutes,
    ...searchRoutes,
    ...contentRoutes,
  ];
}
