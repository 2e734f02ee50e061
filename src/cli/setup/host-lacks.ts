/**
 * What enterprise hosts lack of that which the App would use. GitHub's descriptions of their webhooks and API say since when
 * (tests/contracts/github/events.json); docs/enterprise.md has the table for people.
 */
import { type EnterpriseVersion, isAtLeast } from "../../base/enterprise-version.ts";

export interface HostLack {
  /** The first version that has it; undefined if none has so far. */
  readonly since: EnterpriseVersion | undefined;
  /** The event that the App does without. */
  readonly event?: string;
  /** A permission that was only for the event. */
  readonly permission?: string;
  readonly words: string;
}

const lacks: readonly HostLack[] = [
  {
    since: "3.19",
    event: "issue_dependencies",
    words:
      'No "blocked by" dependencies before 3.19: a task waits for what its section *Blocked by* names. A dependency that the host shows all the same is seen by sweeps only, a few minutes late.',
  },
  { since: "3.18", words: "No issue types before 3.18: labels say the kind of an issue." },
  {
    since: undefined,
    event: "sub_issues",
    words: "No deliveries about sub-issues: they are seen by sweeps only, a few minutes late.",
  },
  {
    since: undefined,
    event: "merge_group",
    permission: "merge_queues",
    words:
      "No deliveries about merge queues: the check of a handover does not come to a queue's commits, so do not require it there.",
  },
];

/** @param version undefined for github.com, which lacks nothing */
export function lacksOf(version: EnterpriseVersion | undefined): readonly HostLack[] {
  if (version === undefined) return [];
  return lacks.filter(({ since }) => since === undefined || !isAtLeast(version, since));
}
