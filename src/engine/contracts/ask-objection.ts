/** Opens a question between the parties for each objection, so that someone answers it. */
import { shorten, shortenLines } from "../../protocol/render/shorten.ts";
import { formatVersion } from "../../protocol/section-values/version.ts";
import { isAdmitted } from "../admission/trust.ts";
import { openIssue } from "../messages/open-issue.ts";
import { currentOutcome } from "../messages/outcome.ts";
import { nothing, type ProjectionRule, type RuleInput } from "../model/rule.ts";
import { contractPollOf } from "../polls/contract-poll.ts";
import { issueNameById } from "../wording/issue-name.ts";
import { objectionsIn } from "./objections.ts";

const name = "ask-objection";

export const askObjection: ProjectionRule = { name, project };

function project(input: RuleInput) {
  const { record, context } = input;
  const poll = contractPollOf(input);
  const isOpen = record.seen.issueState.state === "open" && currentOutcome(record) === undefined;
  if (poll?.state !== "objected" || !isOpen || !isAdmitted(record)) return nothing;
  const lines = objectionsIn(input);
  const title = `${poll.contract.interface} ${formatVersion(poll.contract.version)}`;
  return {
    effects: poll.objections.flatMap((objection, index) => {
      const { by = objection.by.login, because = "" } = lines[index] ?? {};
      const data = {
        regarding: issueNameById(input, record.seen.id),
        tasks: poll.parties.map(({ task }) => issueNameById(input, task.seen.id)),
        interface: title,
        by,
        words: shortenLines(because, 600),
      };
      return openIssue(input, {
        openingReason: { type: "objection", commentId: objection.comment },
        kind: "question",
        title: `Q: ${by} objects to ${shorten(title, 60)}`,
        labels: ["urgency:important", "category:architecture"],
        body: context.render({ name: "opened-question", data }),
        reason: { rule: name, because: `${by} objects to ${title}.` },
      });
    }),
  };
}
