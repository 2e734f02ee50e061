/** The results as a table: a row for each ability, a column for each program. */
import { type Outcome, type Result, type Story, stories } from "./checks/check.ts";
import { type ProgramName, programNames } from "./programs/agent-program.ts";

/** As Markdown. */
export function renderTable(results: readonly Result[]): string {
  const columns = programNames.filter((name) => results.some(({ program }) => program === name));
  const title = (name: ProgramName): string =>
    `${name} ${results.find(({ program }) => program === name)?.version ?? ""}`.trim();
  const lines = [
    row(["story", "ability", ...columns.map(title)]),
    row(["---", "---", ...columns.map(() => "---")]),
    ...abilitiesIn(results).map(({ story, ability }) => {
      const cells = columns.map((name) => cellFor(results, story, ability, name));
      return row([story, ability, ...cells]);
    }),
  ];
  return `${lines.join("\n")}\n`;
}

/** What is broken or needs more than the docs say, in the programs' own words. */
export function renderProblems(results: readonly Result[]): string {
  return results
    .flatMap(({ program, version, story, ability, outcome }) => {
      const problem = problemOf(outcome);
      return problem === undefined ? [] : [`- **${program} ${version}, ${story}: ${ability}.** ${problem}`];
    })
    .map((line) => `${line}\n`)
    .join("");
}

export function renderShown(results: readonly Result[]): string {
  const lines = results.map(({ program, story, ability, seconds, shown }) =>
    row([
      ...[program, story, ability, String(shown.tools), String(shown.instructions)],
      ...[String(shown.prompt), String(shown.request), seconds.toFixed(0)],
    ]),
  );
  const head = ["program", "story", "ability", "tools", "instructions", "prompt", "request", "seconds"];
  return `${[row(head), row(head.map(() => "---")), ...lines].join("\n")}\n`;
}

function abilitiesIn(
  results: readonly Result[],
): readonly { readonly story: Story; readonly ability: string }[] {
  return stories.flatMap((story) => {
    const named = results.filter((result) => result.story === story).map(({ ability }) => ability);
    return [...new Set(named)].map((ability) => ({ story, ability }));
  });
}

function cellFor(results: readonly Result[], story: Story, ability: string, name: ProgramName): string {
  const found = results.find(
    (result) => result.story === story && result.ability === ability && result.program === name,
  );
  return found === undefined ? "–" : wordFor(found.outcome);
}

export function wordFor(outcome: Outcome): string {
  switch (outcome.type) {
    case "works":
      return "works";
    case "works after":
      return `works after \`${outcome.command}\``;
    case "broken":
      return "**broken**";
  }
}

function problemOf(outcome: Outcome): string | undefined {
  switch (outcome.type) {
    case "works":
      return undefined;
    case "works after":
      return `Works with \`${outcome.command}\`. As documented: ${oneLine(outcome.otherwise)}`;
    case "broken":
      return oneLine(outcome.because);
  }
}

export function oneLine(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, " ");
  return line.length > 600 ? `${line.slice(0, 600)}…` : line;
}

function row(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
}
