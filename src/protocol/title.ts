/** Title prefixes that forms and signalbox add, which lists of issues of several kinds strip. */

const prefix = /^\s*(?:Q|A|Task|Handover|Discovery|Escalation):\s*/i;

/** The title without its kind's prefix, for sentences that already mention the kind. */
export function bareTitle(title: string): string {
  return title.replace(prefix, "").trim();
}
