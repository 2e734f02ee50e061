/** A space on its page: how far its tasks are, each with its state and holder, and what to read first. */
import { progressLine } from "../../operations/spaces/space-text.ts";
import type { RepositoryName } from "../../protocol/references/ref.ts";
import { addressOfRef, nameFrom, withQuery } from "../addresses.ts";
import { type Html, html, type Part } from "../html.ts";
import type { IssueCard } from "./issue-data.ts";
import { shapeOf } from "./marks.ts";

type Space = NonNullable<IssueCard["space"]>;

export function spacePanel({ space, owner, repo, number }: IssueCard): Part {
  if (space === undefined) return undefined;
  const { progress, tasks } = space;
  const board = withQuery("/board", { repo: `${owner}/${repo}`, space: String(number) });
  return html`<section class="panel parts"><h2>Tasks</h2>
<p>${progressLine(progress)}${progress.total > progress.closed && html` <a href="${board}">On the board</a>`}</p>
${tasks.length > 0 && html`<ul class="list">${tasks.map((task) => taskLine(task, { owner, repo }))}</ul>`}
</section>`;
}

function taskLine({ ref, title, state, status, holder }: Space["tasks"][number], home: RepositoryName): Html {
  const address = addressOfRef(ref);
  const name = nameFrom(home, ref);
  const linked = address === undefined ? name : html`<a href="${address}">${name}</a>`;
  const mark = state === "open" ? (status ?? "open") : "done";
  const held = holder === undefined ? "" : `, held by ${holder}`;
  return html`<li>${shapeOf(mark)} ${linked} ${title} <span class="aside">(${status ?? state}${held})</span></li>`;
}
