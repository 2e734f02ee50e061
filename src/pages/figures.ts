/** The figures of the last weeks: a chart for each, with its target and the numbers below it. */

import { figureText, isMet, none, targetText, valueText } from "../operations/figures/figure-text.ts";
import type { FiguresOutput, MeasureOutput, NumbersOutput } from "../operations/figures/figures-shape.ts";
import { durationText } from "../operations/flags/duration-flag.ts";
import type { Frame } from "./frame.ts";
import { type Html, html, type Part } from "./html.ts";
import { layout } from "./layout.ts";
import { chart } from "./parts/chart.ts";
import { choice } from "./parts/fields.ts";
import { moment } from "./parts/times.ts";

export const figuresPath = "/figures";
export const weekChoices = [4, 12, 26, 52] as const;

export interface FiguresView {
  readonly figures: FiguresOutput;
  /** `owner/name`, of which the figures are; undefined for all. */
  readonly repo: string | undefined;
  readonly weeks: number;
  readonly repositories: readonly string[];
}

type Weeks = FiguresOutput["weeks"];

export function figuresPage(view: FiguresView, frame: Frame): string {
  const { figures } = view;
  const body = html`<div class="wide">
<h1>Figures</h1>
${filterForm(view)}
${figures.measures.some(isCounted) ? charts(figures, frame) : nothing}
</div>`;
  // Its numbers change by the week, and counting them is too much work for every few seconds.
  return layout({ title: "Figures", place: figuresPath, body, isStill: true }, frame);
}

/** Whether there was a case of it in any week. */
function isCounted({ numbers }: MeasureOutput): boolean {
  return numbers.some((each) => Object.values(each ?? {}).some((value) => value > 0));
}

const nothing = html`<div class="empty">
<h2>Nothing to count yet</h2>
<p>Figures are counted from questions, answers, escalations, handovers and tasks, week by week. The first ones appear with the first answer or closed task.</p>
</div>`;

function charts(figures: FiguresOutput, frame: Frame): Html {
  const { measures, weeks, ledgerSince } = figures;
  const since =
    ledgerSince !== null &&
    html` Handover completeness and quality, and lost context, are known since ${moment(Date.parse(ledgerSince))}.`;
  return html`${summary(figures, frame)}
<div class="figures">${measures.map((measure) => figure(measure, weeks))}</div>
<p class="aside">Weeks are from Monday to Sunday in UTC; a hollow point is the week that is not over. In parentheses is the number of cases: with fewer than five there is no percentage.${since}</p>`;
}

function filterForm({ weeks, repo, repositories }: FiguresView): Html {
  return html`<form class="filter" method="get" action="/figures">
${choice("weeks", "Weeks", String(weeks), weekChoices.map(String), undefined)}
${(repositories.length > 1 || repo !== undefined) && choice("repo", "Repository", repo, repositories)}
<button>Show</button>
</form>`;
}

function summary({ inProgress, oldestQuestion }: FiguresOutput, { now }: Frame): Html {
  const waiting =
    oldestQuestion === null
      ? "No question waits for an answer."
      : html`The oldest question without an answer has waited for ${durationText(Math.max(0, now - Date.parse(oldestQuestion)))}.`;
  return html`<p>${inProgress} ${inProgress === 1 ? "task is" : "tasks are"} in progress. ${waiting}</p>`;
}

function figure(measure: MeasureOutput, weeks: Weeks): Html {
  const { name, title, formula, settlesAfterDays } = measure;
  const at = lastWhole(weeks);
  const last = measure.numbers[at];
  const later = settlesAfterDays !== undefined && ` It may change for ${settlesAfterDays} days after a week.`;
  return html`<section class="figure" id="${name}" aria-labelledby="${name}-heading">
<h2 id="${name}-heading">${title}</h2>
<p class="value"><strong>${figureText(measure, last)}</strong> ${verdict(measure, last)}</p>
${chartOf(measure, weeks)}
<p class="aside">${withCode(formula)}${later}</p>
<details><summary>Numbers<span class="unseen"> of ${title}</span></summary>${table(measure, weeks)}</details>
</section>`;
}

/** What stands between backticks is code. */
function withCode(text: string): readonly Part[] {
  return text.split("`").map((part, at) => (at % 2 === 0 ? part : html`<code>${part}</code>`));
}

/** The week before the current one. */
function lastWhole(weeks: Weeks): number {
  return weeks.findLastIndex(({ isOver }) => isOver);
}

/** In words and by a sign, never by colour alone. */
function verdict(measure: MeasureOutput, numbers: NumbersOutput | undefined): Html {
  const target = targetText(measure);
  if (target === "") return html`<span class="aside">last week</span>`;
  const met = isMet(measure, numbers);
  if (met === undefined) return html`<span class="aside">last week, target ${target}</span>`;
  const word = met
    ? html`<span class="met">✓ on target</span>`
    : html`<span class="missed">✗ off target</span>`;
  return html`<span class="aside">last week, target ${target}</span> ${word}`;
}

function chartOf(measure: MeasureOutput, weeks: Weeks): Html {
  const { name, title, unit, main, target, numbers } = measure;
  const values = numbers.map((each) => each?.[main]);
  const at = lastWhole(weeks);
  const goal = targetText(measure);
  const said = [
    `${title} by week, from ${weeks[0]?.from ?? ""} to ${weeks.at(-1)?.from ?? ""}`,
    `last whole week ${spoken(figureText(measure, numbers[at]))}`,
    ...(goal === "" ? [] : [`target ${goal}`]),
  ].join(", ");
  if (values.every((value) => value === undefined))
    return html`<p class="none" title="${said}">Nothing to draw${unit === "share" && numbers.some((each) => (each?.of ?? 0) > 0) && ": too few cases for percentages"}.</p>`;
  return chart({
    id: name,
    title: `${said}.`,
    values,
    target: target?.value,
    // A share that has to be high is seen against all; one that has to be low would be a line at the bottom.
    least: target?.is === "at least" && unit === "share" ? 1 : 0,
    label: (value) => valueText(unit, value),
    ends: [dayOf(weeks[0]?.from), dayOf(weeks.at(-1)?.from)],
    hint: (week) => `Week of ${weeks[week]?.from ?? ""}: ${figureText(measure, numbers[week])}`,
  });
}

const spoken = (text: string): string => (text === none ? "without cases" : text);

/** `16 Nov`. */
function dayOf(day = ""): string {
  const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
  const [, month = "1", date = "1"] = day.split("-");
  return `${Number(date)} ${months[Number(month) - 1] ?? ""}`;
}

/** Newest first. All numbers of the measure, not only the one that is drawn. */
function table({ title, unit, numbers }: MeasureOutput, weeks: Weeks): Html {
  const names = [...new Set(numbers.flatMap((each) => Object.keys(each ?? {})))];
  const rows = weeks.map(({ from, isOver }, at) => {
    const cells = names.map((name) => html`<td>${cellText(unit, name, numbers[at]?.[name])}</td>`);
    return html`<tr><th scope="row">${from}${!isOver && " so far"}</th>${cells}</tr>`;
  });
  return html`<div class="numbers" tabindex="0" role="region" aria-label="Numbers of ${title}"><table>
<thead><tr><th scope="col">week of</th>${names.map((name) => html`<th scope="col">${inWords(name)}</th>`)}</tr></thead>
<tbody>${rows.toReversed()}</tbody>
</table></div>`;
}

/** Counts are whole numbers under names that say so; everything else has the unit of the measure. */
function cellText(unit: MeasureOutput["unit"], name: string, value: number | undefined): string {
  if (value === undefined) return none;
  if (name === "part" || name === "of" || name.startsWith("cases")) return valueText("count", value);
  return valueText(unit, value);
}

/** `casesByAgent`: `cases by agent`. */
function inWords(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
