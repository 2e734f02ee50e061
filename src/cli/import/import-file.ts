/** Runs `signalbox import` for a file of another tracker: reads it as a plan, shows what it would open, asks, writes. */
import { systemClock } from "../../base/clock.ts";
import { UserError } from "../../base/errors.ts";
import type { ImportReader } from "../../operations/import/imported.ts";
import { oneLine } from "../../operations/output/terminal-text.ts";
import { applyPlan, type PlanPorts, type StepDone } from "../../operations/plans/apply.ts";
import { type CheckedPlan, checkReadPlan, unusable } from "../../operations/plans/check.ts";
import type { PlanStep } from "../../operations/plans/compare.ts";
import { callersPlace, type PlaceFlags } from "../gh/callers-place.ts";
import { confirm } from "../plan/confirm.ts";
import { isPaced, planPorts } from "../plan/plan-ports.ts";
import { hasChanges, planJson, planLines } from "../plan/report.ts";
import { painter } from "../terminal/look.ts";
import { exitCodes, type Terminal } from "../terminal/terminal.ts";
import { importText } from "./import-text.ts";
import { createProgress } from "./progress.ts";
import { aboutTime, pacedMs } from "./time-left.ts";

export interface ImportOptions extends PlaceFlags {
  readonly closed?: boolean;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
  readonly json?: boolean;
}

export async function importFile(
  terminal: Terminal,
  read: ImportReader,
  file: string,
  options: ImportOptions,
): Promise<void> {
  const isJson = options.json === true;
  if (isJson && options.yes !== true && options.dryRun !== true)
    throw new UserError("--json does not ask for confirmation: add --dry-run to preview, or --yes to write.");
  const { github, repository } = await callersPlace(terminal, options, process.cwd());
  if (repository === undefined)
    throw new UserError("Name the repository: --repo acme/demo, or GH_REPO=acme/demo.");
  const reading = read(await importText(file), { withClosed: options.closed === true });
  if (!reading.ok) throw unusable(reading.faults);
  const paced = isPaced(github);
  const progress = createProgress(terminal, { clock: systemClock, isPaced: paced });
  const ports = await planPorts(github, { progress: progress.line, written: progress.written });
  const checked = await checkReadPlan(ports, reading, repository);
  const plan = { ...checked, warnings: [...reading.remarks, ...checked.warnings] };
  const closing = closingIn(plan, reading.closed);
  const isChanged = hasChanges(plan) || closing.size > 0;
  const say = isJson ? () => {} : terminal.out;
  say(planLines(plan, painter(terminal.isTty, terminal.env)));
  if (closing.size > 0) say(`${closing.size} of them will be closed, as they are in the file.\n`);
  for (const warning of plan.warnings) terminal.err(`note: ${oneLine(warning, 500)}\n`);
  if (options.dryRun === true) {
    if (isJson) terminal.out(planJson(plan, undefined));
    terminal.exitWith(isChanged ? exitCodes.notMet : exitCodes.ok);
    return;
  }
  if (paced) say(timeNeeded(plan));
  if (isChanged && options.yes !== true) await confirm(terminal);
  const done = await applyPlan(ports, plan);
  await close(ports, done, closing);
  progress.end();
  if (isJson) terminal.out(planJson(plan, done));
  else say(isChanged ? "Imported.\n" : "There is nothing to do.\n");
}

/** The keys of the issues that are to be closed. */
function closingIn({ steps }: CheckedPlan, closed: ReadonlySet<string>): ReadonlySet<string> {
  const isOpen = (step: PlanStep): boolean => step.action === "open" || step.state === "open";
  return new Set(
    steps.flatMap((step) => (closed.has(step.entry.key) && isOpen(step) ? [step.entry.key] : [])),
  );
}

/** After all were opened: an issue that is closed first would make those that wait for it ready at once. */
async function close(
  { writer }: Pick<PlanPorts, "writer">,
  done: readonly StepDone[],
  closing: ReadonlySet<string>,
): Promise<void> {
  for (const { key, ref } of done) if (closing.has(key)) await writer.close(ref, "completed");
}

function timeNeeded({ steps }: CheckedPlan): string {
  const count = steps.filter(({ action }) => action === "open").length;
  return count < 60 ? "" : `At GitHub's pace this takes about ${aboutTime(pacedMs(count))}.\n`;
}
