/** One decision: what is asked, why, what waits for it, and by when. */
import { addressOfRef, anchorOf, issueAddress, nameFrom } from "../addresses.ts";
import type { Frame } from "../frame.ts";
import { type Html, html, type Part, spaced } from "../html.ts";
import type { Decision, Refusal } from "./decision-data.ts";
import { decisionForm, sentNotice } from "./decision-form.ts";
import { shapeOf } from "./marks.ts";
import { agoInWords, moment } from "./times.ts";
import { words } from "./words.ts";

export function decisionArticle(
  decision: Decision,
  frame: Frame,
  isSent: boolean,
  refusal: Refusal | undefined,
): Html {
  const { title, context, recommendation, impactOfDelay, suggestion } = decision;
  const anchor = anchorOf(decision);
  return html`<article class="decision" id="${anchor}" aria-labelledby="${anchor}-title"${githubOf(decision, frame)}>
<header>
<h2 id="${anchor}-title">${shapeOf("people")} <a class="title" href="${issueAddress(decision)}">${title.replace(/^(?:Escalation|A): */u, "")}</a></h2>
${facts(decision, frame)}
</header>
${waiting(decision)}
${suggestion === undefined ? asked(decision) : suggested(decision, suggestion)}
${context !== undefined && html`<details class="part"${context.length < 700 && html` open`}><summary>Context</summary>${words(context, decision, "context")}</details>`}
${recommendation !== undefined && part(decision, "Recommendation", recommendation)}
${impactOfDelay !== undefined && part(decision, "If this waits", impactOfDelay)}
${byDefault(decision)}
${isSent ? sentNotice : decisionForm(decision, frame, refusal)}
</article>`;
}

function githubOf(decision: Decision, { githubPage }: Frame): Part {
  const address = githubPage(decision);
  return address !== undefined && html` data-github="${address}"`;
}

function facts(decision: Decision, { now }: Frame): Html {
  const { owner, repo, number, urgency, author, createdAt, assignees, deadline, suggestion } = decision;
  const by = author === undefined ? "a deleted account" : author;
  return html`<p class="facts">${spaced([
    html`<span class="ref">${owner}/${repo}#${number}</span>`,
    html`<span class="urgency ${urgency}">${urgency}</span>`,
    html`<span>${suggestion === undefined ? "asked" : "suggested"} by <span class="who">${by}</span> ${agoInWords(createdAt, now)}</span>`,
    assignees.length > 0 && html`<span>for <span class="who">${assignees.join(", ")}</span></span>`,
    deadline !== undefined &&
      html`<span class="${deadline < now ? "late" : "due"}">${deadline < now ? "was due" : "due"} ${moment(deadline)}</span>`,
  ])}</p>`;
}

/** What a decision sets free. */
function waiting(decision: Decision): Part {
  const blocks = decision.blocks ?? [];
  if (blocks.length === 0) return undefined;
  const items = blocks.map(({ ref, title }) => {
    const address = addressOfRef(ref);
    const name = nameFrom(decision, ref);
    return html`<li>${address === undefined ? name : html`<a href="${address}">${name}</a>`} ${title}</li>`;
  });
  return html`<div class="part"><h3>${blocks.length === 1 ? "Waits for it" : "Wait for it"}</h3><ul class="list">${items}</ul></div>`;
}

/** The title is often the question, word for word. */
function asked(decision: Decision): Part {
  const { title, question } = decision;
  const isTitle = title.replace(/^Escalation: */u, "").trim() === question.trim();
  return !isTitle && words(question, decision, "question");
}

function suggested(decision: Decision, suggestion: NonNullable<Decision["suggestion"]>): Html {
  const { answers, rationale, sources, alternatives } = suggestion;
  const to = answers && addressOfRef(answers.ref);
  const asks =
    answers !== undefined &&
    html`<p>Answers ${to === undefined ? answers.ref : html`<a href="${to}">${nameFrom(decision, answers.ref)}</a>`} ${answers.title}</p>`;
  return html`${asks}<blockquote>${words(decision.question, decision, "question")}</blockquote>
${part(decision, "Why", rationale)}
${sources !== undefined && part(decision, "Sources", sources)}
${alternatives !== undefined && part(decision, "Also considered", alternatives)}`;
}

function part(decision: Decision, title: string, text: string): Html {
  return html`<div class="part"><h3>${title}</h3>${words(text, decision, title.toLowerCase().replaceAll(" ", "-"))}</div>`;
}

function byDefault({ default: taken, options }: Decision): Part {
  if (taken === undefined) return undefined;
  return html`<p class="part">If nobody decides, option ${taken.option} (${options[taken.option - 1]}) is taken at ${moment(taken.at)}.</p>`;
}
