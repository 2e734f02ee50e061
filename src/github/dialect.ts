/**
 * What this GitHub's schema lacks: an enterprise host may be years behind. A newcomer would ask for the host's version;
 * its own refusal says which field it does not know, so that is learnt once and the documents are written without it.
 */

export type Feature =
  | "dependencies"
  | "duplicates"
  | "issue types"
  | "linked pull requests"
  | "removed edges"
  | "sub-issues";

export interface Dialect {
  readonly has: (feature: Feature) => boolean;
  /** Takes in why a document was refused. Whether something was learnt, so that asking again is worth it. */
  readonly learn: (refusal: string) => boolean;
}

const features: Readonly<Record<string, Feature | undefined>> = {
  blockedBy: "dependencies",
  blocking: "dependencies",
  closedByPullRequestsReferences: "linked pull requests",
  duplicateOf: "duplicates",
  issueType: "issue types",
  subIssues: "sub-issues",
};

/** Types and values of an enum are refused in other words than fields, all of which name them. */
const removals = /Block(?:edBy|ing)RemovedEvent|BLOCK(?:ED_BY|ING)_REMOVED_EVENT/;

export function createDialect(): Dialect {
  const lacking = new Set<Feature>();
  return {
    has: (feature) => !lacking.has(feature),
    learn: (refusal) => {
      const before = lacking.size;
      for (const [, field = ""] of refusal.matchAll(/Field '(\w{1,50})' doesn't exist on type 'Issue'/g)) {
        const feature = Object.hasOwn(features, field) ? features[field] : undefined;
        if (feature !== undefined) lacking.add(feature);
      }
      if (removals.test(refusal)) lacking.add("removed edges");
      return lacking.size > before;
    },
  };
}

/** GitHub as it is today. */
export const today: Pick<Dialect, "has"> = { has: () => true };
