/**
 * What the App would know of issues, taken from the labels that it set and from GitHub's word about their authors,
 * where no comment of the App says it. For a reader that tells its user so: neither is proof of anything, and the
 * App itself asks GitHub for each role.
 */
import type { IssueRecord } from "../../engine/model/snapshot.ts";
import type { IssueResponse } from "../read/response-shape.ts";

/** What GitHub calls authors who usually may write. */
const insiders: ReadonlySet<string | undefined> = new Set(["OWNER", "MEMBER", "COLLABORATOR"]);

/** @param isAppsOwn whether the App's bot opened it, or the settings name its author as an agent */
export function withBelieved(
  record: IssueRecord,
  { authorAssociation }: Pick<IssueResponse, "authorAssociation">,
  isAppsOwn: boolean,
): IssueRecord {
  const { seen, persisted } = record;
  const { labels, textHash, author } = seen;
  const isLabelled = labels.includes(`kind:${record.reading.kind}`) && !labels.includes("needs-approval");
  const isStatusGiven = record.reading.kind !== "task" || labels.some((label) => label.startsWith("status:"));
  const isInside = isAppsOwn || insiders.has(authorAssociation);
  const isAdmitted = persisted.admitted === undefined && isLabelled && isStatusGiven && isInside;
  const started = (["in-progress", "in-review"] as const).find((each) => labels.includes(`status:${each}`));
  return {
    ...record,
    persisted: {
      ...persisted,
      ...(isAdmitted ? { admitted: { hash: textHash, by: author?.id ?? "" } } : {}),
      ...(persisted.started === undefined && started !== undefined ? { started } : {}),
    },
  };
}
