/** What many pages show: labels, states, people, times. */
import { html } from "hono/html";
import { fullName, requiredRepository } from "../../present/repository.ts";
import type { User } from "../../state/accounts/users.ts";
import { userById } from "../../state/accounts/users.ts";
import type { Issue } from "../../state/issues/issues.ts";
import type { Label } from "../../state/issues/labels.ts";
import { pullById } from "../../state/pulls/pulls.ts";
import type { Repository } from "../../state/repositories.ts";
import type { State } from "../../state/state.ts";
import type { Html } from "../page-request.ts";

export const pathOf = (state: State, repository: Repository): string => `/${fullName(state, repository)}`;

/** The page of an issue, or of the pull request that it is. */
export function pathOfIssue(state: State, issue: Issue): string {
  const repository = requiredRepository({ state }, issue.repositoryId);
  return `${pathOf(state, repository)}/${issue.pullId === null ? "issues" : "pull"}/${issue.number}`;
}

/** The colour is an attribute of a drawing, because the policy lets no page bring styles of its own. */
export const labelShown = ({
  name,
  color,
  description,
}: Pick<Label, "name" | "color" | "description">): Html =>
  html`<span class="label ${isLight(color) ? "on-light" : "on-dark"}" title="${description ?? ""}"><svg aria-hidden="true" focusable="false"><rect width="100%" height="100%" fill="#${color}"/></svg>${name}</span>`;

/** Whether black on the colour has more contrast than white, by the luminance that WCAG defines. */
function isLight(color: string): boolean {
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179;
}

/** An App's account by the App's name, as GitHub shows it. */
export function personShown(state: State, userId: User["id"]): Html {
  const login = userById(state, userId)?.login ?? "ghost";
  const app = /^(.*)\[bot\]$/.exec(login)?.[1];
  return app === undefined
    ? html`<strong class="person">${login}</strong>`
    : html`<strong class="person">${app}</strong> <span class="tag">bot</span>`;
}

export const timeShown = (at: string): Html =>
  html`<time datetime="${at}">${at.slice(0, 16).replace("T", " ")} UTC</time>`;

type Standing = "open" | "closed" | "not planned" | "duplicate" | "draft" | "merged";

function standingOf(state: State, issue: Issue): Standing {
  const pull = issue.pullId === null ? undefined : pullById(state, issue.pullId);
  if (pull !== undefined && pull.mergedAt !== null) return "merged";
  if (issue.state === "open") return pull?.draft === true ? "draft" : "open";
  if (issue.stateReason === "not_planned") return "not planned";
  return issue.stateReason === "duplicate" ? "duplicate" : "closed";
}

const signs: Readonly<Record<Standing, readonly [sign: string, words: string, look: string]>> = {
  open: ["○", "Open", "open"],
  closed: ["✓", "Closed", "done"],
  "not planned": ["⊘", "Closed as not planned", "quiet"],
  duplicate: ["⊘", "Closed as a duplicate", "quiet"],
  draft: ["◌", "Draft", "quiet"],
  merged: ["⇥", "Merged", "done"],
};

export function standingShown(state: State, issue: Issue): Html {
  const [sign, words, look] = signs[standingOf(state, issue)];
  return html`<span class="standing ${look}"><span aria-hidden="true">${sign}</span> ${words}</span>`;
}

/** A line that leads to an issue: its state as a sign, number and title. */
export function issueLine(state: State, issue: Issue, near: Repository): Html {
  const [sign, words, look] = signs[standingOf(state, issue)];
  const elsewhere =
    issue.repositoryId === near.id ? "" : fullName(state, requiredRepository({ state }, issue.repositoryId));
  return html`<span class="sign ${look}" role="img" aria-label="${words}">${sign}</span>
    <a href="${pathOfIssue(state, issue)}"><bdi>${issue.title}</bdi></a> <span class="soft">${elsewhere}#${issue.number}</span>`;
}
