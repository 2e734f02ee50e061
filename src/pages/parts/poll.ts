/** The votes on an issue: each option with those who voted for it, and who has not voted. */
import type { Frame } from "../frame.ts";
import { html, type Part } from "../html.ts";
import type { IssueCard } from "./issue-data.ts";
import { moment } from "./times.ts";

export function pollPanel({ poll, state }: IssueCard, { now }: Frame): Part {
  if (poll === undefined) return undefined;
  const { options, needed, missing, left, endsAt } = poll;
  const isOpen = state === "open";
  const rows = options.map(
    ({ number, text, voters }) =>
      html`<li><strong>${number}.</strong> ${text} <span class="aside">${voters.length === 0 ? "no votes" : voters.join(", ")}</span></li>`,
  );
  const ends = html`${endsAt > now ? "it ends" : "it ended"} ${moment(endsAt)}`;
  return html`<section class="panel poll"><h2>Votes</h2><ul class="list">${rows}</ul>
${isOpen && html`<p class="aside">${needed !== undefined && `An option needs ${needed}; `}${ends}.${missing.length > 0 && html` Not yet: ${missing.join(", ")}.`}${left.length > 0 && html` No longer able to vote: ${left.join(", ")}.`}</p>`}</section>`;
}
