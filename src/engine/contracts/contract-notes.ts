/** Tells holders that a contract waits for their word, and that what they build on has a new version. */
import { formatVersion } from "../../protocol/section-values/version.ts";
import { agentNamed } from "../../protocol/settings/agents/roster.ts";
import { isAdmitted } from "../admission/trust.ts";
import { currentOutcome } from "../messages/outcome.ts";
import type { NoteSource } from "../model/rule.ts";
import { type ContractPoll, contractPollOf } from "../polls/contract-poll.ts";
import { isAgreed } from "../polls/in-force.ts";

export const ackWanted: NoteSource = {
  name: "ack-wanted",
  notesOn: (input) => {
    const { record, context } = input;
    const poll = contractPollOf(input);
    const isOpen = record.seen.issueState.state === "open" && currentOutcome(record) === undefined;
    if (poll === undefined || !isOpen || !isAdmitted(record)) return [];
    const wanted = agentsIn(poll.missing, context.settings, false);
    const unclear = agentsIn(poll.missing, context.settings, true).filter((name) => !wanted.includes(name));
    const { title, createdAt: at } = record.seen;
    return [
      ...wanted.map((to) => ({ to, text: `Agree or object to it: ${title}` })),
      ...unclear.map((to) => ({ to, text: `Object to it, or ask a person to agree for you: ${title}` })),
    ].map((note) => ({
      ...({ kind: "ack-wanted", priority: "now" } as const),
      ...note,
      at,
      key: poll.round,
    }));
  },
};

export const contractChanged: NoteSource = {
  name: "contract-changed",
  notesOn: (input) => {
    const { record, context } = input;
    const poll = contractPollOf(input);
    const outcome = currentOutcome(record);
    if (poll?.contract.replaces === undefined || outcome === undefined || !isAgreed(record)) return [];
    const name = `${poll.contract.interface} ${formatVersion(poll.contract.version)}`;
    return agentsIn(poll.parties, context.settings).map((to) => ({
      ...({ kind: "contract-changed", priority: poll.isBreaking ? "now" : "soon", isNews: true } as const),
      to,
      at: outcome.at,
      key: poll.round,
      text: `${name} is in force now${poll.isBreaking ? ", a breaking change" : ""}. Check your work.`,
    }));
  },
};

function agentsIn(
  parties: ContractPoll["parties"],
  settings: Parameters<typeof agentNamed>[0],
  isUnclear?: boolean,
): readonly string[] {
  const all = parties.flatMap(({ holders }) => holders);
  const names = all
    .filter((holder) => isUnclear === undefined || holder.isUnclear === isUnclear)
    .map(({ name }) => name);
  return [...new Set(names)].flatMap((name) => agentNamed(settings, name)?.name ?? []);
}
