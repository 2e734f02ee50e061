/** Runs `signalbox plan apply`: reads and checks, shows the difference, asks, writes. */

import { readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { messageOf, UserError } from "../../base/errors.ts";
import { oneLine } from "../../operations/output/terminal-text.ts";
import { applyPlan, type WrittenStep } from "../../operations/plans/apply.ts";
import { checkPlan } from "../../operations/plans/check.ts";
import { formatRef } from "../../protocol/references/ref.ts";
import { callersPlace, type PlaceFlags } from "../gh/callers-place.ts";
import { painter } from "../terminal/look.ts";
import { tellLine } from "../terminal/tell-line.ts";
import { exitCodes, type Terminal } from "../terminal/terminal.ts";
import { confirm } from "./confirm.ts";
import { planPorts } from "./plan-ports.ts";
import { hasChanges, planJson, planLines } from "./report.ts";

export interface ApplyOptions extends PlaceFlags {
  readonly dryRun?: boolean;
  readonly yes?: boolean;
  readonly json?: boolean;
}

export async function apply(terminal: Terminal, file: string, options: ApplyOptions): Promise<void> {
  const isJson = options.json === true;
  if (isJson && options.yes !== true && options.dryRun !== true)
    throw new UserError("--json does not ask for confirmation: add --dry-run to preview, or --yes to write.");
  const { github, repository } = await callersPlace(terminal, options, process.cwd());
  const content = await contentOf(file);
  const ports = await planPorts(github, {
    progress: (line) => tellLine(terminal, line),
    written: (step) => terminal.err(`${writtenLine(step)}\n`),
  });
  const plan = await checkPlan(ports, content, repository);
  const say = isJson ? () => {} : terminal.out;
  say(planLines(plan, painter(terminal.isTty, terminal.env)));
  for (const warning of plan.warnings) terminal.err(`warning: ${oneLine(warning, 500)}\n`);
  if (options.dryRun === true) {
    if (isJson) terminal.out(planJson(plan, undefined));
    terminal.exitWith(hasChanges(plan) ? exitCodes.notMet : exitCodes.ok);
    return;
  }
  if (hasChanges(plan) && options.yes !== true) await confirm(terminal);
  const done = await applyPlan(ports, plan);
  if (isJson) terminal.out(planJson(plan, done));
  else if (hasChanges(plan)) say("Applied.\n");
}

async function contentOf(file: string): Promise<string> {
  try {
    return file === "-" ? await text(process.stdin) : readFileSync(file, "utf8");
  } catch (thrown) {
    throw new UserError(`The plan cannot be read: ${messageOf(thrown)}`, { cause: thrown });
  }
}

export function writtenLine({ at, count, done, ref, key, title }: WrittenStep): string {
  return `${at}/${count} ${done} ${formatRef(ref)} ${key}: ${oneLine(title, 60)}`;
}
