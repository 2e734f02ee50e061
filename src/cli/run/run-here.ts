/** Carries out `run`: one task, or with `--every` one after the other, until nothing is ready. */
import { randomBytes } from "node:crypto";
import { systemClock } from "../../base/clock.ts";
import { UserError } from "../../base/errors.ts";
import { formatUlid } from "../../base/ulid.ts";
import { nothingReady } from "../../dispatcher/orders/answer.ts";
import { type Chosen, chooseHarness } from "../../harness/choose.ts";
import type { HarnessName } from "../../harness/harness.ts";
import { pruneRuns, sessionToContinue } from "../../harness/records/run-folder.ts";
import { type RunRecord, succeeded } from "../../harness/records/run-record.ts";
import { type Claimed, claimTask, claimText, type Held } from "../../operations/holding/claim.ts";
import { agentAsking } from "../../operations/holding/holding.ts";
import { inRepository, issueInput } from "../../operations/issue.ts";
import { oneLine } from "../../operations/output/terminal-text.ts";
import { formatRef, type Ref } from "../../protocol/references/ref.ts";
import { dataFolder } from "../local-index/home.ts";
import { listenForStop, type StopListener } from "../start/stop-signal.ts";
import { withPorts } from "../terminal/operation-ports.ts";
import { exitCodes, type Terminal } from "../terminal/terminal.ts";
import { claimUntilHeard } from "./claim-until-heard.ts";
import { createOffers, nothingOffered } from "./offers.ts";
import { requireApart } from "./run-access.ts";
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
}

export interface RunLimits {
  readonly timeMs: number;
  readonly max: number;
}

/** An agent that fails every time would spend money on each task that is ready. */
const maxFailures = 3;

export async function runHere(
  terminal: Terminal,
  command: readonly string[],
  flags: RunFlags,
  limits: RunLimits,
): Promise<void> {
  const agent = agentAsking({ agent: terminal.env.SIGNALBOX_AGENT || undefined }, flags.agent);
  const chosen = chooseHarness(flags.harness, command, terminal.env);
  if (flags.dryRun === true) return preview(terminal, flags, agent, chosen);
  const home = dataFolder(terminal, flags.home);
  requireApart(home, process.cwd());
  pruneRuns(home);
  const stop = listenForStop();
  try {
    const offers = flags.every === true ? createOffers(terminal, flags.home, agent) : undefined;
    const ending = await runAll(limits.max, stop, async (id) => {
      const offer = await offers?.next();
      if (offer === "none") return { isHeld: false, agent, ...nothingOffered };
      const ref = offer ?? refIn(flags);
      const session = (await sessionFor({ terminal, flags, home, agent }, ref)) ?? id;
      const own = inSession(terminal, agent, session);
      const context = { terminal: own, home, id, session, chosen, timeMs: limits.timeMs, stop };
      return runNext(context, flags, agent, ref);
    });
    finish(terminal, flags, ending);
  } finally {
    stop.dispose();
  }
}

async function runAll(
  max: number,
  stop: StopListener,
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
  const { terminal, chosen, id, stop } = context;
  const claimed = await claimUntilHeard(
    (order) => claimFor(terminal, { ...flags, ref, order }, agent, false),
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
  readonly home: string;
  readonly agent: string;
}

async function sessionFor(
  { terminal, flags, home, agent }: Asking,
  ref: Ref | undefined,
): Promise<string | undefined> {
  if (ref === undefined) return undefined;
  const full = await withPorts(terminal, flags.home, (ports) => inRepository(ports, ref));
  return sessionToContinue(home, agent, formatRef(full));
}

type Wish = RunFlags & {
  readonly ref: Ref | undefined;
  /** The id of an order whose answer did not arrive. */
  readonly order?: string | undefined;
};

function claimFor(
  terminal: Terminal,
  { ref: issue, home, track, repo, order }: Wish,
  agent: string,
  dryRun: boolean,
): Promise<Claimed> {
  return withPorts(terminal, home, (ports) =>
    claimTask(ports, {
      issue,
      next: issue === undefined,
      agent,
      dryRun,
      ...(issue === undefined ? { track, repo } : { track: undefined, repo: undefined }),
      order,
    }),
  );
}

async function preview(terminal: Terminal, flags: RunFlags, agent: string, chosen: Chosen): Promise<void> {
  const claimed = await claimFor(terminal, { ...flags, ref: refIn(flags) }, agent, true);
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
  readonly stop: StopListener;
}

function finish(terminal: Terminal, { json, every }: RunFlags, ending: RunsOutcome): void {
  const { records, refusal } = ending;
  if (json === true) terminal.out(`${JSON.stringify({ runs: records, refusal }, undefined, 2)}\n`);
  else if (refusal !== undefined) terminal.out(`${claimText(refusal)}\n`);
  terminal.exitWith(codeOf(ending, every === true));
}

function codeOf({ records, refusal, stop }: RunsOutcome, isEvery: boolean): number {
  if (stop.received() !== undefined)
    return stop.received() === "SIGTERM" ? exitCodes.terminated : exitCodes.interrupted;
  if (!records.every(succeeded)) return exitCodes.programFailed;
  if (refusal === undefined || (isEvery && isNothingReady(refusal))) return exitCodes.ok;
  return exitCodes.notMet;
}

function isNothingReady(refusal: NotHeld): boolean {
  return "reason" in refusal && [nothingReady, nothingOffered.reason].includes(refusal.reason);
}
