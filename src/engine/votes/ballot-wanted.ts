/** Tells the agents that may vote and have not that a vote waits for them. */
import { agentNamed } from "../../protocol/settings/agents/roster.ts";
import { isAdmitted } from "../admission/trust.ts";
import { currentOutcome } from "../messages/outcome.ts";
import type { NoteSource } from "../model/rule.ts";
import { votePollOf } from "../polls/vote-poll.ts";

export const ballotWanted: NoteSource = {
  name: "ballot-wanted",
  notesOn: (input) => {
    const { record, context } = input;
    const poll = votePollOf(input);
    const isOpen = record.seen.issueState.state === "open" && currentOutcome(record) === undefined;
    if (poll === undefined || !isOpen || poll.isOver || !isAdmitted(record)) return [];
    const waiting = poll.electorate.members.filter(
      ({ key }) => !poll.electorate.left.includes(key) && !poll.ballots.some(({ voter }) => voter === key),
    );
    const priority = poll.vote.blockingTasks.length > 0 ? "now" : "soon";
    return waiting
      .flatMap(({ names }) => names)
      .flatMap((name) => agentNamed(context.settings, name)?.name ?? [])
      .map((to) => ({
        ...({ kind: "ballot-wanted", priority } as const),
        to,
        at: record.seen.createdAt,
        key: poll.round,
        text: `Your vote is wanted: ${record.seen.title}`,
      }));
  },
};
