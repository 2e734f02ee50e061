/** The prefixes that forms and signalbox put before titles, for lists of issues of several kinds. */

const prefix = /^\s*(?:Q|A|Task|Handover|Discovery|Escalation):\s*/i;

/** A title without the prefix of its kind, for sentences that say the kind themselves. */
export function bareTitle(title: string): string {
  return title.replace(prefix, "").trim();
}
