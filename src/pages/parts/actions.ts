/** What a reader can do to an issue here: the commands that `/help` lists for its kind and that need no agent. */
import { formatTextName, formatWorkName } from "../../protocol/commands/text-name.ts";
import { formatRef } from "../../protocol/references/ref.ts";
import type { Frame } from "../frame.ts";
import { type Html, html, type Part } from "../html.ts";
import { tokenField } from "../layout.ts";
import { withName } from "./command-line.ts";
import type { IssueCard } from "./issue-data.ts";

interface Field {
  /** As the operation's input names it. */
  readonly name: string;
  readonly label: string;
  readonly type: "line" | "text" | "choice";
  readonly choices?: readonly string[];
  /** The operation takes a number. */
  readonly isNumber?: true;
  readonly isOptional?: true;
}

export interface Action {
  /** The operation that it runs. */
  readonly operation: string;
  /** How the operation's input names the issue. */
  readonly subject: "issue" | "question";
  readonly title: string;
  readonly fields: readonly Field[];
  /** The comment that does the same. */
  readonly comment: string;
  /** Whether it is a word about the text: then it is about the text that the page shows. */
  readonly bindsText?: true;
  /** Whether it is a word about a handover's work: then also about the head and the base that the page shows. */
  readonly bindsWork?: true;
}

/** Why an action was not carried out, and what was typed. */
export interface ActionRefusal {
  readonly operation: string;
  readonly message: string;
  readonly typed: ReadonlyMap<string, string>;
}

/** Those that make sense for an open issue of this kind, by what the server can run. */
export function actionsOf(card: IssueCard, operations: ReadonlySet<string>): readonly Action[] {
  if (card.state === "closed") return [];
  return candidates(card).filter(({ operation }) => operations.has(operation));
}

function candidates(card: IssueCard): readonly Action[] {
  const [blocker, ...others] = card.inTheWay.map(({ ref }) => ref).filter((ref) => /#\d+$/.test(ref));
  switch (card.kind) {
    case "task":
      return [block, ...(blocker === undefined ? [] : [unblock([blocker, ...others])])];
    case "question":
      return [answer, approveAnswer, urgency(["blocking", "important", "nice-to-have"])];
    case "escalation":
      return [...approvals(card), urgency(["blocking", "important", "advisory"])];
    case "handover":
      return [accept];
    case "vote":
      return [castVote(card)];
    case "contract":
      return [ack, object];
    default:
      return [];
  }
}

const answer: Action = {
  operation: "answer",
  subject: "question",
  title: "Answer",
  comment: "/answer …",
  bindsText: true,
  fields: [
    { name: "decision", label: "Your answer", type: "text" },
    { name: "why", label: "Why this and nothing else", type: "text" },
  ],
};
const approveAnswer: Action = {
  operation: "approve",
  subject: "issue",
  title: "Approve an agent's answer",
  comment: "/approve …",
  fields: [
    {
      name: "hash",
      label: "All 64 characters of its hash, as the status at GitHub shows them",
      type: "line",
    },
  ],
};
/** A settings file that waits is approved by its hash, which the App's text names. */
const approvals = ({ body }: IssueCard): readonly Action[] => {
  const [, hash] = /Comment `\/approve ([0-9a-f]{64})`/.exec(body) ?? [];
  if (hash === undefined) return [];
  const field: Field = { name: "hash", label: "The settings with the hash", type: "choice", choices: [hash] };
  return [{ ...approveAnswer, title: "Approve the settings", comment: `/approve ${hash}`, fields: [field] }];
};
const accept: Action = {
  operation: "accept",
  subject: "issue",
  title: "Accept as it is",
  comment: "/accept because …",
  bindsText: true,
  bindsWork: true,
  fields: [{ name: "because", label: "Why, although its checks say otherwise", type: "text" }],
};
const block: Action = {
  operation: "block",
  subject: "issue",
  title: "Block",
  comment: "/block #…",
  fields: [{ name: "blocker", label: "Issue to wait for (#13, acme/web#3 or a URL)", type: "line" }],
};
const unblock = (blockers: readonly string[]): Action => ({
  operation: "unblock",
  subject: "issue",
  title: "Unblock",
  comment: "/unblock #…",
  fields: [{ name: "blocker", label: "Issue to wait for no longer", type: "choice", choices: blockers }],
});
const urgency = (words: readonly string[]): Action => ({
  operation: "urgency",
  subject: "issue",
  title: "Change the urgency",
  comment: `/urgency ${words[0]}`,
  fields: [{ name: "urgency", label: "Urgency", type: "choice", choices: words }],
});

const ack: Action = {
  operation: "ack",
  subject: "issue",
  title: "Agree",
  comment: "/ack",
  bindsText: true,
  fields: [],
};
const object: Action = {
  operation: "object",
  subject: "issue",
  title: "Object",
  comment: "/object because …",
  bindsText: true,
  fields: [{ name: "because", label: "Why", type: "text" }],
};
const castVote = ({ poll }: IssueCard): Action => ({
  operation: "vote",
  subject: "issue",
  title: "Vote",
  comment: "/vote 1 because …",
  bindsText: true,
  fields: [
    {
      name: "option",
      label: "Option",
      type: "choice",
      choices: (poll?.options ?? []).map(({ number }) => String(number)),
      isNumber: true,
    },
    { name: "because", label: "Why", type: "text", isOptional: true },
  ],
});

export function actionForms(
  card: IssueCard,
  operations: ReadonlySet<string>,
  refusal: ActionRefusal | undefined,
  frame: Frame,
): Part {
  const actions = actionsOf(card, operations);
  if (actions.length === 0) return undefined;
  const shown =
    frame.viewer.type === "owner"
      ? commandList(card, actions)
      : actions.map((action) =>
          form(card, action, refusal?.operation === action.operation ? refusal : undefined, frame),
        );
  return html`<section><h2>Actions</h2>${shown}</section>`;
}

function form(
  { textHash, work }: IssueCard,
  { operation, title, fields, bindsWork }: Action,
  refusal: ActionRefusal | undefined,
  frame: Frame,
): Html {
  const typed = refusal?.typed ?? new Map<string, string>();
  return html`<details class="action" id="action-${operation}"${refusal !== undefined && html` open`}><summary>${title}</summary>
${refusal !== undefined && html`<p class="notice bad" role="alert">${refusal.message}</p>`}
<form method="post">${tokenField(frame.formToken)}<input type="hidden" name="operation" value="${operation}"><input type="hidden" name="textHash" value="${textHash}">${bindsWork === true && work !== undefined && html`<input type="hidden" name="workHash" value="${work.hash}">`}
${fields.map((field) => control(operation, field, typed.get(field.name) ?? ""))}
<button>${title}</button></form></details>`;
}

function control(operation: string, field: Field, typed: string): Html {
  const { name, label, type, choices = [], isOptional } = field;
  const id = `${operation}-${name}`;
  const shared = html`id="${id}" name="${name}"${isOptional !== true && html` required`}`;
  const shown =
    type === "text"
      ? html`<textarea ${shared} rows="3" maxlength="20000">${typed}</textarea>`
      : type === "line"
        ? html`<input ${shared} value="${typed}" maxlength="300" autocomplete="off" autocapitalize="none" spellcheck="false">`
        : html`<select ${shared}>${choices.map((each) => html`<option${each === typed && html` selected`}>${each}</option>`)}</select>`;
  return html`<label for="${id}">${label}</label>${shown}`;
}

function commandList(card: IssueCard, actions: readonly Action[]): Html {
  const { owner, repo, number } = card;
  const lines = actions.map(
    (action) => `gh issue comment ${number} --repo ${owner}/${repo} --body "${namingComment(card, action)}"`,
  );
  return html`<p class="aside">You are here to read only. For ${formatRef(card)}, comment with gh:</p><pre><code>${lines.join("\n")}</code></pre>`;
}

/** The comment, with the name of what the page shows. */
function namingComment({ textHash, work }: IssueCard, { comment, bindsText, bindsWork }: Action): string {
  if (bindsText !== true) return comment;
  const isOfWork = bindsWork === true && work !== undefined;
  return withName(comment, isOfWork ? formatWorkName(work.hash) : formatTextName(textHash));
}
