/**
 * Claims a task for an agent: a named one, or the best that is ready. The server decides; nothing is held
 * until it says so.
 */
import { z } from "zod";
import { UserError } from "../../base/errors.ts";
import { readSilence, silenceForm } from "../../protocol/commands/claim.ts";
import { type FullRef, formatRef } from "../../protocol/references/ref.ts";
import {
  defaultRepository,
  inRepository,
  issueInput,
  repoInput,
  requireServed,
  unknownIssue,
} from "../issue.ts";
import { pathsOf, sayPaths, type TaskPath } from "../locks/paths-of-task.ts";
import { type OperationPorts, operation } from "../operation.ts";
import { issueName, millis, notNowFields, pathShape } from "../output/shapes.ts";
import { oneLine } from "../output/terminal-text.ts";
import type { Card, OrderRequest } from "../ports.ts";
import { narrowed, spaceInput } from "../spaces/space-asked.ts";
import {
  agentAsking,
  agentInput,
  isNotNow,
  type NotNow,
  ordered,
  orderInput,
  placeOf,
  sentence,
  undecided,
  waitInput,
} from "./holding.ts";
import { goOnWith, type HeldTask, heldTask, tasksHeld } from "./tasks-held.ts";

export interface Held {
  readonly issue: string;
  readonly agent: string;
  readonly isHeld: true;
  /** Fences its earlier holders: every later holder's is greater. */
  readonly token: number;
  readonly since: number;
  readonly title: string;
  readonly priority: string | undefined;
  readonly track: string | undefined;
  /** Files that are locked for it, and those that it waits for. */
  readonly paths: readonly TaskPath[];
}

export type Claimed = Held | Unclaimed | Planned;

interface Unclaimed extends NotNow {
  readonly isHeld: false;
  readonly agent: string;
  /** With `--next`: what the agent holds already. */
  readonly holds?: readonly HeldTask[];
}

/** With `--dry-run`: what would be asked for. */
interface Planned {
  readonly isHeld: false;
  readonly agent: string;
  readonly wouldClaim: string | undefined;
  /** `github` if no index was asked. */
  readonly source?: "github";
  /** What it would be refused, and why. */
  readonly issue?: string;
  readonly reason?: string;
}

const input = z
  .object({
    issue: issueInput.optional(),
    next: z.boolean().default(false).describe("the best task that is ready and that the agent may have"),
    track: z.string().min(1).max(100).describe("with --next: only tasks on this track").optional(),
    space: spaceInput.describe("with --next: only tasks of this space (default: SIGNALBOX_SPACE)"),
    repo: repoInput.describe("with --next: the repository, as owner/name").optional(),
    agent: agentInput,
    ttl: z
      .string()
      .refine((length) => readSilence(length) !== undefined, `must be a duration ${silenceForm}, such as 2h`)
      .describe("after this long without a sign of life the task goes back (default: the settings' leases)")
      .optional(),
    order: orderInput,
    wait: waitInput,
    dryRun: z
      .boolean()
      .default(false)
      .describe("only say which task it would be, or why it would be refused, as the index shows it"),
  })
  .refine(({ issue, next }) => (issue === undefined) === next, {
    path: ["next"],
    message: "name a task or give --next, and not both",
  })
  .refine(({ next, track, space, repo }) => next || (track ?? space ?? repo) === undefined, {
    path: ["track"],
    message: "--track, --space and --repo go with --next",
  });

async function wishFor(
  ports: OperationPorts,
  { issue, track, space: of, repo, order, ttl, wait, ...given }: z.output<typeof input>,
): Promise<OrderRequest> {
  const agent = agentAsking(ports, given.agent);
  const text = `/claim as ${agent}${ttl === undefined ? "" : ` for ${ttl}`}`;
  const asked = { agent, text, id: order, patienceMs: wait };
  if (issue !== undefined) return { ...placeOf(await inRepository(ports, issue)), ...asked };
  const { repository, space } = await narrowed(ports, { repo, space: of });
  const named = repository ?? (await defaultRepository(ports, "The next task"));
  await requireServed(ports, named);
  return {
    ...named,
    ...asked,
    ...(track === undefined ? {} : { track }),
    ...(space === undefined ? {} : { space }),
  };
}

/** A dry run compares all that are ready with the agent. */
const allReady = 100_000;

/** The same choice as the server's, from the index alone. */
async function planned(ports: OperationPorts, wish: OrderRequest): Promise<Planned> {
  const { owner, repo, issue, agent, track, space } = wish;
  const cards =
    issue === undefined
      ? await ports.board.ready({
          repository: { owner, repo },
          track,
          space,
          assignee: undefined,
          limit: allReady,
        })
      : [await cardOf(ports, { owner, repo, number: issue })];
  for (const card of cards) {
    const refusal = await ports.board.whyNotClaim(card.id, agent);
    if (refusal?.fault === "words") throw new UserError(sentence(refusal.because), { code: "refused" });
    const name = formatRef(card);
    const isWaiting = await ports.board.hasFilesInUse(card.id, agent, ports.clock.now());
    if (refusal === undefined && isWaiting && issue === undefined) continue;
    if (refusal === undefined) return { isHeld: false, agent, wouldClaim: name };
    if (issue !== undefined || refusal.fault !== "task")
      return { isHeld: false, agent, wouldClaim: undefined, issue: name, reason: refusal.because };
  }
  return { isHeld: false, agent, wouldClaim: undefined };
}

async function cardOf(ports: OperationPorts, ref: FullRef): Promise<Card> {
  const card = await ports.board.card(ref.owner, ref.repo, ref.number);
  if (card === undefined) throw unknownIssue(ref);
  return card;
}

async function claimed(ports: OperationPorts, wish: OrderRequest): Promise<Claimed> {
  const { owner, repo, agent } = wish;
  const result = await ordered(ports, wish);
  if (isNotNow(result)) {
    const isOfNext = wish.issue === undefined && result.isDecided;
    const holds = isOfNext ? await tasksHeld(ports, agent, `${owner}/${repo}`) : [];
    return { isHeld: false, agent, ...result, ...(holds.length === 0 ? {} : { holds }) };
  }
  const { issue, lease } = result;
  const card = await ports.board.card(owner, repo, issue);
  const name = formatRef({ owner, repo, number: issue });
  if (lease === undefined)
    return { isHeld: false, agent, issue: name, reason: "it is held no longer", isDecided: true };
  const { title = "", priority, track }: Partial<Card> = card ?? {};
  const paths = await pathsOf(ports, { owner, repo, number: issue });
  return { issue: name, agent, isHeld: true, ...lease, title, priority, track, paths };
}

/** The operation with its types, for a command that continues with the task. */
export async function claimTask(ports: OperationPorts, given: z.output<typeof input>): Promise<Claimed> {
  const wish = await wishFor(ports, given);
  if (!given.dryRun) return claimed(ports, wish);
  return { ...(await planned(ports, wish)), ...(ports.source === undefined ? {} : { source: ports.source }) };
}

export function claimText(result: Claimed): string {
  if (!result.isHeld) return unheldText(result);
  const { issue, title, token, priority, track, paths } = result;
  const kind = [priority, track].filter((word) => word !== undefined).join(", ");
  const about = `${oneLine(title, 100)}${kind === "" ? "" : ` (${oneLine(kind, 60)})`}`;
  const files = paths.length === 0 ? "" : `\n${sayPaths(issue, paths)}`;
  return `${issue} is yours: ${about}. Token ${token}.${files}\nRead: signalbox brief ${issue}`;
}

const unchecked = {
  index: "By the index alone: neither GitHub nor the account's role was checked.",
  github: "By what GitHub shows: the account's role was not checked.",
};

function plannedText({ wouldClaim, agent, issue, reason = "" }: Planned): string {
  if (wouldClaim !== undefined) return `Would claim ${wouldClaim} for ${agent}.`;
  if (issue === undefined) return `Nothing ready for ${agent}.`;
  return `Would not claim ${issue} for ${agent}: ${oneLine(reason, 500)}.`;
}

function unheldText(result: Exclude<Claimed, Held>): string {
  if ("wouldClaim" in result) return `${plannedText(result)} ${unchecked[result.source ?? "index"]}`;
  const { issue, reason, isDecided } = result;
  if (!isDecided) return undecided(result);
  return issue === undefined ? sentence(reason) : `${issue} is not yours: ${oneLine(reason, 500)}.`;
}

const output = z.object({
  isHeld: z.boolean().describe("whether the agent has the task"),
  agent: z.string(),
  issue: issueName.optional(),
  token: z.int().optional().describe("names the lease, and is greater than that of every earlier holder"),
  since: millis.optional(),
  title: z.string().optional().describe("the author's words"),
  priority: z.string().optional(),
  track: z.string().optional(),
  paths: z.array(pathShape).optional().describe("files that are locked for it, and those that it waits for"),
  ...notNowFields,
  holds: z.array(heldTask).optional().describe("with --next: what the agent holds already"),
  wouldClaim: z.string().optional().describe("after a dry run: the task"),
  source: z.literal("github").optional().describe("after a dry run without an index"),
});

export const claim = operation({
  name: "claim",
  summary: "Take a task for an agent, so that no other works on it",
  audience: "agents",
  input,
  effect: "orders",
  tool: "core",
  output,
  positional: ["issue"],
  examples: [
    "claim 12 --agent ada",
    "claim --next --track api",
    "claim --next --space 5",
    "claim --next --repo acme/demo --json",
  ],
  worksFromGitHub: true,
  run: claimTask,
  text: (result) => {
    const holds = ("holds" in result ? result.holds : undefined) ?? [];
    return [claimText(result), ...goOnWith(result.agent, holds)].join("\n");
  },
  unmet: "not now, and the output says why",
  isMet: (result) => result.isHeld || ("wouldClaim" in result && result.wouldClaim !== undefined),
});
