/** Carries out `run`: one task, or with `--every` one after the other, until nothing is ready. */
import { randomBytes } from "node:crypto";
import { z } from "zod";
import { systemClock } from "../../base/clock.ts";
import { UserError } from "../../base/errors.ts";
import { formatUlid } from "../../base/ulid.ts";
import { nothingReady } from "../../dispatcher/orders/answer.ts";
import { type Chosen, chooseHarness } from "../../harness/choose.ts";
import type { HarnessName } from "../../harness/harness.ts";
import { pruneRuns, sessionToContinue } from "../../harness/records/run-folder.ts";
import { type RunRecord, succeeded } from "../../harness/records/run-record.ts";
import { type Claimed, claim, claimTask, claimText, type Held } from "../../operations/holding/claim.ts";
import { agentAsking } from "../../operations/holding/holding.ts";
import { inRepository, issueInput } from "../../operations/issue.ts";
import { oneLine } from "../../operations/output/terminal-text.ts";
import { formatRef, type Ref } from "../../protocol/references/ref.ts";
import { inNameOf } from "../local-index/board.ts";
import { exitCodes, type Terminal } from "../terminal/terminal.ts";
import { claimUntilHeard } from "./claim-until-heard.ts";
import { LeftTasks } from "./left-tasks.ts";
import { createOffers, nothingOffered } from "./offers.ts";
import { requireApart } from "./run-access.ts";
import { placeOfRun, type RunPlace, withRunPorts } from "./run-place.ts";
import { RunStop } from "./run-stop.ts";
import { type RunContext, runTask } from "./run-task.ts";
import { endText } from "./run-text.ts";

export interface RunFlags {
  readonly agent?: string;
  readonly next?: boolean;
  readonly issue?: string;
  readonly track?: string;
  readonly repo?: string;
  readonly harness?: HarnessName;
  readonly every?: boolean;
  readonly max: string;
  readonly timeout: string;
  readonly json?: boolean;
  readonly dryRun?: boolean;
  readonly home?: string;
  readonly server?: string;
  readonly tokenFile?: string;
}

export interface RunLimits {
  readonly timeMs: number;
  readonly max: number;
}

/** An agent that fails every time would spend money on each task that is ready. */
const maxFailures = 3;

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
  if (flags.dryRun === true) return preview({ terminal, place, flags, agent }, chosen);
  if (place.server === undefined) requireApart(place.home, process.cwd());
  pruneRuns(place.home);
  const stop = new RunStop();
  try {
    const offers = flags.every === true ? createOffers(terminal, place, agent) : undefined;
    const lefts = new LeftTasks({ terminal, place, agent, track: flags.track, repo: flags.repo });
    const ending = await runAll(limits.max, stop, async (id) => {
      const left = flags.issue === undefined ? await lefts.next() : undefined;
      const offer = left?.ref ?? (await offers?.next());
      if (offer === "none") return { isHeld: false, agent, ...nothingOffered };
      const ref = offer ?? refIn(flags);
      const session =
        left?.session ?? (await sessionFor({ terminal, flags, place, agent }, lefts, ref)) ?? id;
      const own = inSession(terminal, agent, session);
      const context = { terminal: own, place, id, session, chosen, timeMs: limits.timeMs, stop };
      return runNext(context, flags, agent, ref);
    });
    finish(terminal, flags, ending);
  } finally {
    stop.dispose();
  }
}

async function runAll(
  max: number,
  stop: RunStop,
  next: (id: string) => Promise<RunRecord | NotHeld>,
): Promise<RunsOutcome> {
  const records: RunRecord[] = [];
  let failures = 0;
  while (records.length < max && failures < maxFailures && !stop.signal.aborted) {
    const ran = await next(formatUlid(systemClock.now(), randomBytes(16)));
    if (!("exit" in ran)) return { records, refusal: ran, stop };
    records.push(ran);
    failures = succeeded(ran) ? 0 : failures + 1;
  }
  return { records, refusal: undefined, stop };
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

type NotHeld = Exclude<Claimed, Held>;

/** Commands that the run gives itself are the agent's, in the run's session. */
function inSession(terminal: Terminal, agent: string, session: string): Terminal {
  return { ...terminal, env: { ...terminal.env, SIGNALBOX_AGENT: agent, SIGNALBOX_SESSION: session } };
}

function refIn({ issue }: RunFlags): Ref | undefined {
  if (issue === undefined) return undefined;
  const ref = issueInput.safeParse(issue);
  if (ref.success) return ref.data;
  throw new UserError(ref.error.issues.map(({ message }) => message).join("\n"));
}

interface Asking {
  readonly terminal: Terminal;
  readonly flags: RunFlags;
  readonly place: RunPlace;
  readonly agent: string;
}

async function sessionFor(
  { terminal, place, agent }: Asking,
  lefts: LeftTasks,
  ref: Ref | undefined,
): Promise<string | undefined> {
  if (ref === undefined) return undefined;
  const full = await withRunPorts(terminal, place, async (ports) =>
    ports.server === undefined ? inRepository(ports, ref) : { ...ports.repository, ...ref },
  );
  await lefts.stopProgramsOn(formatRef(full));
  return sessionToContinue(place.home, agent, formatRef(full));
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

interface RunsOutcome {
  readonly records: readonly RunRecord[];
  /** Why no further task was claimed. */
  readonly refusal: NotHeld | undefined;
  readonly stop: RunStop;
}

function finish(terminal: Terminal, { json, every }: RunFlags, ending: RunsOutcome): void {
  const { records, refusal } = ending;
  if (json === true) terminal.out(`${JSON.stringify({ runs: records, refusal }, undefined, 2)}\n`);
  else if (refusal !== undefined) terminal.out(`${claimText(refusal)}\n`);
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
