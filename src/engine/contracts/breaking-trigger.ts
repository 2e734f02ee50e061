/** Triggers an escalation for a breaking change once all its parties have spoken: a person decides about it. */

import { shortenLines } from "../../protocol/render/shorten.ts";
import { formatVersion } from "../../protocol/section-values/version.ts";
import type { EscalationDraft } from "../asking/trigger.ts";
import { waitingTasks } from "../escalations/triggers/waiting-tasks.ts";
import { currentOutcome } from "../messages/outcome.ts";
import type { RuleInput } from "../model/rule.ts";
import { faultsOfContract } from "../polls/contract-faults.ts";
import { contractPollOf } from "../polls/contract-poll.ts";
import { issueNameById, repositoryFullName } from "../wording/issue-name.ts";
import { objectionsIn } from "./objections.ts";

const options = ["Agree: the change is worth it.", "Do not: the version before stays in force."] as const;

export function breakingChange(input: RuleInput): readonly EscalationDraft[] {
  const { record } = input;
  const poll = contractPollOf(input);
  if (poll?.state !== "heard" || poll.isDoubtful || record.seen.issueState.state === "closed") return [];
  if (currentOutcome(record) !== undefined || faultsOfContract(input).length > 0) return [];
  const { id, title } = record.seen;
  const name = `${poll.contract.interface} ${formatVersion(poll.contract.version)}`;
  return [
    {
      openingReason: { type: "contract", round: poll.round },
      actions: [
        { do: "contract", choice: "agree" },
        { do: "contract", choice: "decline" },
      ],
      title: `Change ${name} in a breaking way?`,
      because: "A breaking change is for a person to decide.",
      data: {
        reason: "contract",
        regarding: issueNameById(input, id),
        title,
        takesOptionsOnly: true,
        question: `May ${name} break what uses the version before?`,
        home: repositoryFullName(input),
        urgency: "important",
        blocker: undefined,
        edges: [],
        waiting: waitingTasks(input),
        words: shortenLines(poll.contract.definition, 300),
        options: options.map((text, index) => ({ number: index + 1, text })),
        objections: objectionsIn(input),
      },
    },
  ];
}
