/** Which GitHub the hub is, and since when enterprise hosts have what. */

import { type EnterpriseVersion, isAtLeast } from "../base/enterprise-version.ts";

/** `today` is github.com; else GitHub Enterprise Server of a version, which lacks what came later. */
export type Release = "today" | EnterpriseVersion;

/**
 * The first enterprise versions with a feature: those whose API description has its operations
 * (https://docs.github.com/en/enterprise-server@3.19/rest/issues/issue-dependencies,
 * https://docs.github.com/en/enterprise-server@3.18/rest/orgs/issue-types).
 */
export const enterpriseSince = {
  activity: "3.11",
  "issue types": "3.18",
  dependencies: "3.19",
} as const satisfies Readonly<Record<string, EnterpriseVersion>>;

/** Whether a release has what enterprise hosts have since a version; undefined for what none of them has. */
export function isSince(release: Release, version: EnterpriseVersion | undefined): boolean {
  if (release === "today") return true;
  return version !== undefined && isAtLeast(release, version);
}
