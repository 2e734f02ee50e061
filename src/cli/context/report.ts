/** What `context check` found, as lines for a terminal. */
import { unreachable } from "../../base/errors.ts";
import type { PageState } from "../../coordinator/staleness/page-state.ts";
import { oneLine } from "../../operations/output/terminal-text.ts";
import { type CheckedPage, isDue, type PagesCheck } from "./check.ts";

const shownFiles = 5;

export function reportText({ head, pages, others, settingsProblem }: PagesCheck): string {
  const due = pages.filter(isDue);
  const lines = [
    ...(settingsProblem === undefined ? [] : [settingsProblem]),
    ...pages.flatMap(pageLines),
    ...(pages.length === 0 ? [] : [""]),
    summary(due.length, pages.length, others),
    ...(due.some(({ state }) => state?.type === "stale" || state?.type === "never verified")
      ? [`Read them again; if they hold, write \`verified: ${head.commit.slice(0, 12)}\`.`]
      : []),
    ...(due.some(({ generated }) => generated === "stale")
      ? ["`signalbox context check --write` renews the generated parts."]
      : []),
  ];
  return `${lines.join("\n")}\n`;
}

function summary(due: number, checked: number, others: number): string {
  if (checked === 0) {
    const none = others === 0 ? "No page says" : `None of ${others} ${others === 1 ? "page" : "pages"} says`;
    return `${none} what it is about. See \`signalbox context check --help\`.`;
  }
  const rest =
    others === 0 ? "" : ` ${others} ${others === 1 ? "other says" : "others say"} nothing about it.`;
  const pages = `${checked} ${checked === 1 ? "page says what it is" : "pages say what they are"} about`;
  return `${due === 0 ? `All is up to date: ${pages}.` : `${due} of ${checked} ${checked === 1 ? "page" : "pages"} to look at.`}${rest}`;
}

function pageLines(page: CheckedPage): readonly string[] {
  const { path, state, generated, problems } = page;
  const word = isDue(page) ? (state?.type === "stale" ? "stale" : "look at") : "ok";
  const generatedText = {
    absent: "",
    current: "generated part up to date",
    written: "generated part renewed",
    stale: "generated part out of date",
    "without end": "",
  }[generated];
  const said = [state === undefined ? "" : stateText(state), generatedText].filter((text) => text !== "");
  return [
    `${word.padEnd(8)} ${oneLine(path, 200)}${said.length === 0 ? "" : `: ${said.join("; ")}`}`,
    ...problems.map((problem) => `         ${oneLine(problem, 300)}`),
  ];
}

/** The end of a sentence. */
function stateText(state: PageState): string {
  switch (state.type) {
    case "current":
      return `verified at ${state.verified.slice(0, 12)}`;
    case "stale":
      return `verified at ${state.verified.slice(0, 12)}; since then ${changedText(state.changed)}`;
    case "never verified":
      return "never verified";
    case "unknown commit":
      return `verified at ${state.verified.slice(0, 12)}, a commit that is not in this clone`;
    case "nothing to compare":
      return "";
    default:
      return unreachable(state);
  }
}

function changedText(changed: readonly string[]): string {
  const names = changed.slice(0, shownFiles).map((path) => oneLine(path, 100));
  const more = changed.length > shownFiles ? ` and ${changed.length - shownFiles} more` : "";
  return `${names.join(", ")}${more} changed`;
}
