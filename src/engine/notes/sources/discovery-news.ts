/** Tells agents what others found: the holder of a task that it concerns, or everyone. */
import { isAdmitted } from "../../admission/trust.ts";
import { discoveriesFor } from "../../discoveries/audience.ts";
import type { ProposedNote } from "../../model/note.ts";
import type { NoteSource, RuleInput } from "../../model/rule.ts";
import type { IssueRecord } from "../../model/snapshot.ts";
import { issueNameById } from "../../wording/issue-name.ts";
import { agentsHere } from "../agents-here.ts";
import { senderOf, writersOf } from "../written-by.ts";

/** Dropped when the discovery or the task is closed. */
export const discoveryForTask: NoteSource = {
  name: "discovery-for-task",
  notesOn: (input) => {
    const { record } = input;
    const to = record.persisted.lease?.holder.agent;
    if (record.reading.kind !== "task" || record.seen.issueState.state === "closed" || to === undefined)
      return [];
    return discoveriesFor(input, record)
      .filter((found) => !writersOf(input, found.record, [record]).includes(to))
      .map(({ record: found, discovery }): ProposedNote => {
        const name = issueNameById(input, found.seen.id);
        const isCall = discovery.actionNeeded !== "none";
        return {
          ...({ kind: "discovery", priority: isCall ? "soon" : "fyi" } as const),
          to,
          at: found.seen.createdAt,
          key: found.seen.id,
          refs: [name],
          from: senderOf(input, found),
          text: `${name} concerns it${isCall ? ` (action needed: ${discovery.actionNeeded})` : ""}: ${discovery.finding}`,
        };
      });
  },
};

/** Dropped when the discovery is closed. */
export const discoveryForEveryone: NoteSource = {
  name: "discovery-for-everyone",
  notesOn: (input) => {
    const { record } = input;
    const found = announcementIn(record);
    if (found === undefined) return [];
    const finders = writersOf(input, record);
    const from = senderOf(input, record);
    return agentsHere(input)
      .filter(({ name }) => !finders.includes(name))
      .map(({ name: to }) => ({
        ...({ kind: "discovery", priority: found.actionNeeded === "none" ? "fyi" : "soon" } as const),
        to,
        at: record.seen.createdAt,
        key: record.seen.bodyHash,
        from,
        text: `${record.seen.title}\n${found.finding}`,
      }));
  },
};

function announcementIn(record: RuleInput["record"]) {
  const message = record.reading.kind === "discovery" ? record.reading.message : undefined;
  if (message?.kind !== "discovery" || message.relevantTo.isForEveryone !== true) return undefined;
  const isOpen: IssueRecord["seen"]["issueState"]["state"] = record.seen.issueState.state;
  return isOpen === "open" && isAdmitted(record) ? message : undefined;
}
