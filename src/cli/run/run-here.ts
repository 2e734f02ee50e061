/** Carries out `run`: one task, or with `--every` one after the other, until nothing is ready. */
import { randomBytes } from "node:crypto";
import { z } from "zod";
import { systemClock } from "../../base/clock.ts";
import { formatUlid } from "../../base/ulid.ts";
import { nothingReady } from "../../dispatcher/orders/answer.ts";
import { type Chosen, chooseHarness } from "../../harness/choose.ts";
import { pruneRuns } from "../../harness/records/run-folder.ts";
import { type RunRecord, succeeded } from "../../harness/records/run-record.ts";
import { type Claimed, claim, claimTask, claimText } from "../../operations/holding/claim.ts";
import { agentAsking } from "../../operations/holding/holding.ts";
import { inRepository } from "../../operations/issue.ts";
import { oneLine } from "../../operations/output/terminal-text.ts";
import { formatRef, type Ref } from "../../protocol/references/ref.ts";
import { inNameOf } from "../local-index/board.ts";
import { exitCodes, type Terminal } from "../terminal/terminal.ts";
import { claimUntilHeard } from "./claim-until-heard.ts";
import { LeftTasks } from "./left-tasks.ts";
import { createOffers, nothingOffered } from "./offers.ts";
import { OwnTasks } from "./own-tasks.ts";
import { requireApart } from "./run-access.ts";
import { type NotHeld, type RunsOutcome, runAll } from "./run-all.ts";
import type { RunContext } from "./run-context.ts";
import { type RunFlags, type RunLimits, refIn } from "./run-flags.ts";
import { placeOfRun, type RunPlace, withRunPorts } from "./run-place.ts";
import { RunStop } from "./run-stop.ts";
import { runTask } from "./run-task.ts";
import { endText } from "./run-text.ts";
import { linesOnHeld } from "./without-run.ts";

export async function runHere(
  callers: Terminal,
  command: readonly string[],
  flags: RunFlags,
  limits: RunLimits,
): Promise<void> {
  const agent = agentAsking({ agent: callers.env.SIGNALBOX_AGENT || undefined }, flags.agent);
  // What its program is given to read is read in the agent's name, too.
  const terminal = inNameOf(callers, agent);
  const chosen = chooseHarness(flags.harness, command, terminal.env);
  const place = placeOfRun(terminal, flags);
  warnOfFlags(terminal, chosen);
  if (flags.dryRun === true) return preview({ terminal, place, flags, agent }, chosen);
  if (place.server === undefined) requireApart(place.home, process.cwd());
  pruneRuns(place.home);
  const stop = new RunStop();
  try {
    const offers = flags.every === true ? createOffers(terminal, place, agent) : undefined;
    const lefts = new LeftTasks({ terminal, place, agent, track: flags.track, repo: flags.repo });
    const own = new OwnTasks(terminal, place, agent);
    const run = async (ref: Ref | undefined) => {
      const id = formatUlid(systemClock.now(), randomBytes(16));
      const issue = ref && (await nameOf({ terminal, flags, place, agent }, ref));
      const earlier = issue === undefined ? undefined : await lefts.earlierRun(issue);
      if (earlier === "taken") return takenElsewhere(agent, issue);
      const session = earlier?.session ?? id;
      const context = { place, id, session, chosen, timeMs: limits.timeMs, stop, earlier };
      const within = { ...context, terminal: inSession(terminal, agent, session) };
      const ran = await runNext(within, flags, agent, ref);
      if (earlier !== undefined && !("exit" in ran)) lefts.drop(earlier);
      return ran;
    };
    const ending = await runAll({ flags, max: limits.max, stop, own, offers, lefts }, { agent, run });
    await finish({ terminal, place, flags, agent }, ending);
  } finally {
    stop.dispose();
  }
}

/** Its own settings may allow it, so this is no refusal. */
function warnOfFlags({ err }: Terminal, { harness, argv }: Chosen): void {
  const flags = harness.missingFlags(argv);
  if (flags !== undefined)
    err(
      `Unless its settings allow it, ${harness.name} can neither ask nor hand over with this command line. It needs: ${flags}\n`,
    );
}

async function runNext(
  context: RunContext,
  flags: RunFlags,
  agent: string,
  ref: Ref | undefined,
): Promise<RunRecord | NotHeld> {
  const { terminal, place, chosen, id, stop } = context;
  const claimed = await claimUntilHeard(
    (order) => claimFor({ terminal, place, flags, agent }, { ref, order, dryRun: false }),
    stop.signal,
  );
  if (!claimed.isHeld) return claimed;
  terminal.err(
    `${agent} works on ${claimed.issue}: ${oneLine(claimed.title, 100)} (${chosen.harness.name}, run ${id}).\n`,
  );
  const record = await runTask(context, claimed);
  if (flags.json !== true) terminal.out(endText(record));
  return record;
}

/** Commands that the run gives itself are the agent's, in the run's session. */
function inSession(terminal: Terminal, agent: string, session: string): Terminal {
  return { ...terminal, env: { ...terminal.env, SIGNALBOX_AGENT: agent, SIGNALBOX_SESSION: session } };
}

interface Asking {
  readonly terminal: Terminal;
  readonly flags: RunFlags;
  readonly place: RunPlace;
  readonly agent: string;
}

/** In full, as records name it. */
function nameOf({ terminal, place }: Asking, ref: Ref): Promise<string> {
  return withRunPorts(terminal, place, async (ports) =>
    formatRef(ports.server === undefined ? await inRepository(ports, ref) : { ...ports.repository, ...ref }),
  );
}

/** Both would work in the same session. */
function takenElsewhere(agent: string, issue: string | undefined): NotHeld {
  const reason = `another run of ${agent} goes on with what a killed one left (signalbox runs)`;
  return { isHeld: false, agent, issue, reason, isDecided: true };
}

interface Wish {
  readonly ref: Ref | undefined;
  /** The id of an order whose answer did not arrive. */
  readonly order?: string | undefined;
  readonly dryRun: boolean;
}

function claimFor({ terminal, place, flags, agent }: Asking, { ref, order, dryRun }: Wish): Promise<Claimed> {
  const { track, repo } = ref === undefined ? flags : { track: undefined, repo: undefined };
  return withRunPorts(terminal, place, async (ports) => {
    const wish = { next: ref === undefined, agent, dryRun, track, repo, order };
    if (ports.server === undefined) return claimTask(ports, { ...wish, issue: ref });
    const { output } = await claim.run(ports, { ...wish, issue: ref && formatRef(ref) });
    return claimedShape.parse(output);
  });
}

/** The server's reply is our own data, so only its outline is validated. */
const claimedShape = z.custom<Claimed>(
  (value) => typeof value === "object" && value !== null && "isHeld" in value,
);

async function preview(asking: Asking, chosen: Chosen): Promise<void> {
  const { terminal, flags } = asking;
  const claimed = await claimFor(asking, { ref: refIn(flags), dryRun: true });
  const { harness, argv } = chosen;
  terminal.out(
    flags.json === true
      ? `${JSON.stringify({ ...claimed, harness: harness.name, command: argv }, undefined, 2)}\n`
      : `${claimText(claimed)}\nWould start ${harness.name}: ${oneLine(JSON.stringify(argv), 500)}\n`,
  );
  const isMet = "wouldClaim" in claimed && claimed.wouldClaim !== undefined;
  terminal.exitWith(isMet ? exitCodes.ok : exitCodes.notMet);
}

async function finish({ terminal, place, flags, agent }: Asking, ending: RunsOutcome): Promise<void> {
  const { json, every, repo } = flags;
  const { records, refusal } = ending;
  if (json === true) terminal.out(`${JSON.stringify({ runs: records, refusal }, undefined, 2)}\n`);
  else if (refusal !== undefined) {
    const isOfNext = refusal.issue === undefined && "isDecided" in refusal && refusal.isDecided;
    const held = isOfNext ? await linesOnHeld(terminal, place, { agent, repo }) : [];
    terminal.out(`${[claimText(refusal), ...held].join("\n")}\n`);
  }
  terminal.exitWith(codeOf(ending, every === true));
}

function codeOf({ records, refusal, stop }: RunsOutcome, isEvery: boolean): number {
  if (stop.exitCode !== undefined) return stop.exitCode;
  if (!records.every(succeeded)) return exitCodes.programFailed;
  if (refusal === undefined || (isEvery && isNothingReady(refusal))) return exitCodes.ok;
  return exitCodes.notMet;
}

function isNothingReady(refusal: NotHeld): boolean {
  return "reason" in refusal && [nothingReady, nothingOffered.reason].includes(refusal.reason);
}
