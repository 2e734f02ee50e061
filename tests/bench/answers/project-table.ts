/**
 * The questions on curated project pages: with the default limits, and each project with limits chosen on the
 * others.
 */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { chooseLimits } from "./choose-limits.ts";
import { type Project, readProjects } from "./project-data.ts";
import { type Run, runProject } from "./project-runs.ts";

/** @param out directory for the predictions */
export async function projectTable(folder: string, out: string): Promise<string> {
  const projects = readProjects(folder);
  const shipped = (await Promise.all(projects.map((project) => runProject(project)))).flat();
  const left: Run[] = [];
  const chosen: string[] = [];
  for (const project of projects) {
    const limits = await chooseLimits(projects.filter((other) => other !== project));
    chosen.push(`    ${project.name}: ${JSON.stringify(limits)}\n`);
    left.push(...(await runProject(project, limits)));
  }
  const all = await chooseLimits(projects);
  return [
    `project pages, shipped limits\n${scored(folder, join(out, "shipped.jsonl"), shipped)}`,
    `\nproject pages, leave one project out: the other projects chose its limits\n${scored(folder, join(out, "left-out.jsonl"), left)}`,
    `\nthe same, judged by the first citation alone, whose words are the decision\n${scored(folder, join(out, "left-out-first.jsonl"), left.map(firstAlone))}`,
    `  limits chosen without\n${chosen.join("")}    none left out: ${JSON.stringify(all)}\n`,
    `\nleave one project out, ${loadTable(left)}\n`,
  ].join("");
}

function firstAlone(run: Run): Run {
  return { ...run, citations: run.citations.slice(0, 1) };
}

function scored(folder: string, file: string, runs: readonly Run[]): string {
  const lines = runs.map(({ question, outcome, citations }) =>
    JSON.stringify({ id: question.id, outcome, citations }),
  );
  writeFileSync(file, `${lines.join("\n")}\n`);
  const scorer = spawnSync(process.execPath, [join(folder, "score.mjs"), join(folder, "questions"), file], {
    encoding: "utf8",
  });
  return `${scorer.stdout}${scorer.stderr}`;
}

/**
 * What a person sees within an hour if no agent answers: at once, to approve, or after the others' time is
 * over.
 */
function loadTable(runs: readonly Run[]): string {
  const kinds: readonly (readonly [string, readonly Project["questions"][number]["kind"][]])[] = [
    ["one statement answers", ["answerable", "superseded"]],
    ["a person must decide", ["person"]],
    ["pages contradict", ["conflict"]],
    ["not settled", ["unsettled"]],
  ];
  const lines = kinds.map(([name, its]) => {
    const asked = runs.filter(({ question }) => its.includes(question.kind));
    const count = (test: (run: Run) => boolean): number => asked.filter(test).length;
    const atOnce = count(({ outcome }) => outcome === "escalate");
    const toApprove = count(({ outcome }) => outcome === "suggest");
    const later = count(
      ({ outcome, question }) => outcome === "nothing" && question.urgency !== "nice-to-have",
    );
    const reached = atOnce + toApprove + later;
    return `    ${name} (${asked.length}): ${reached} — ${atOnce} at once, ${toApprove} to approve, ${later} when nobody answered\n`;
  });
  return `reaches a person within an hour if nobody else acts\n${lines.join("")}`;
}
