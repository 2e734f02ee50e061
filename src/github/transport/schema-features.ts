/**
 * Which schema features this GitHub lacks: an enterprise host may be years behind. Learned from the host's
 * refusal, which mentions the unknown field, and not from its version; the documents are then written without
 * it.
 */

export type SchemaFeature =
  | "dependencies"
  | "duplicates"
  | "issue types"
  | "linked pull requests"
  | "original when closing"
  | "removed edges"
  | "sub-issues";

export interface SchemaFeatures {
  readonly has: (feature: SchemaFeature) => boolean;
  /**
   * Learns from why a document was refused. Whether it learned something, so that asking again is worthwhile.
   */
  readonly learn: (refusal: string) => boolean;
}

const features: Readonly<Record<string, SchemaFeature | undefined>> = {
  blockedBy: "dependencies",
  blocking: "dependencies",
  closedByPullRequestsReferences: "linked pull requests",
  duplicateOf: "duplicates",
  issueType: "issue types",
  issueTypes: "issue types",
  parent: "sub-issues",
  subIssues: "sub-issues",
};

/**
 * Refusals of types and enum values are worded differently from those of fields, but all contain these names.
 */
const removals = /Block(?:edBy|ing)RemovedEvent|BLOCK(?:ED_BY|ING)_REMOVED_EVENT/;

/**
 * An unknown field of an input is refused in one of these words, before anything is done: "InputObject 'CloseIssueInput'
 * doesn't accept argument 'duplicateIssueId'"; "was provided invalid value for duplicateIssueId (Field is not defined on
 * CloseIssueInput)".
 * https://github.com/rmosolgo/graphql-ruby/blob/master/lib/graphql/static_validation/rules/arguments_are_defined.rb
 */
const unknownOriginal =
  /doesn't accept argument 'duplicateIssueId'|duplicateIssueId\b.{0,80}\bnot defined (?:on|by type) "?CloseIssueInput/;

export function createSchemaFeatures(): SchemaFeatures {
  const lacking = new Set<SchemaFeature>();
  return {
    has: (feature) => !lacking.has(feature),
    learn: (refusal) => {
      const before = lacking.size;
      for (const [, field = ""] of refusal.matchAll(
        /Field '(\w{1,50})' doesn't exist on type '(?:Issue|Repository)'/g,
      )) {
        const feature = Object.hasOwn(features, field) ? features[field] : undefined;
        if (feature !== undefined) lacking.add(feature);
      }
      if (unknownOriginal.test(refusal)) lacking.add("original when closing");
      if (removals.test(refusal)) lacking.add("removed edges");
      return lacking.size > before;
    },
  };
}

/** GitHub's current schema. */
export const currentSchema: Pick<SchemaFeatures, "has"> = { has: () => true };
