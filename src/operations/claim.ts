/**
 * Claims a task for an agent: a named one, or the best that is ready. The server decides; nothing is held until it
 * says so.
 */
import { z } from "zod";
import { UserError } from "../base/errors.ts";
import { formatRef, type RepositoryName } from "../protocol/references/ref.ts";
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
} from "./holding.ts";
import {
  defaultRepository,
  inRepository,
  issueInput,
  parseRepository,
  repoInput,
  requireServed,
} from "./issue.ts";
import { type OperationPorts, operation } from "./operation.ts";
import { oneLine } from "./output/terminal-text.ts";
import type { Card, OrderWish } from "./ports.ts";

interface Held {
  readonly issue: string;
  readonly agent: string;
  readonly isHeld: true;
  /** Fences whoever held it before: every later holder's is greater. */
  readonly token: number;
  readonly since: number;
  readonly title: string;
  readonly priority: string | undefined;
  readonly track: string | undefined;
}

type Claimed =
  | Held
  | ({ readonly isHeld: false; readonly agent: string } & NotNow)
  /** With `--dry-run`: what would be asked for. */
  | { readonly isHeld: false; readonly agent: string; readonly wouldClaim: string | undefined };

const input = z
  .object({
    issue: issueInput.optional(),
    next: z.boolean().default(false).describe("the best task that is ready and that the agent may have"),
    track: z.string().min(1).max(100).describe("with --next: only tasks on this track").optional(),
    repo: repoInput.describe("with --next: the repository, as owner/name").optional(),
    agent: agentInput,
    order: orderInput,
    dryRun: z.boolean().default(false).describe("only say which task it would be, as the index shows it"),
  })
  .refine(({ issue, next }) => (issue === undefined) === next, {
    path: ["next"],
    message: "name a task or give --next, and not both",
  })
  .refine(({ next, track, repo }) => next || (track === undefined && repo === undefined), {
    path: ["track"],
    message: "--track and --repo go with --next",
  });

async function wishFor(
  ports: OperationPorts,
  { issue, track, repo, order, ...given }: z.output<typeof input>,
): Promise<OrderWish> {
  const agent = agentAsking(ports, given.agent);
  const asked = { agent, text: `/claim as ${agent}`, id: order };
  if (issue !== undefined) return { ...placeOf(await inRepository(ports, issue)), ...asked };
  const named = repo === undefined ? await defaultRepository(ports, "The next task") : nameIn(repo);
  await requireServed(ports, named);
  return { ...named, ...asked, ...(track === undefined ? {} : { track }) };
}

function nameIn(repo: string): RepositoryName {
  const name = parseRepository(repo);
  if (name === undefined) throw new UserError("--repo must be owner/name, for example acme/demo.");
  return name;
}

async function planned(
  ports: OperationPorts,
  { owner, repo, issue, agent, track }: OrderWish,
): Promise<Claimed> {
  if (issue !== undefined)
    return { isHeld: false, agent, wouldClaim: formatRef({ owner, repo, number: issue }) };
  const [first] = await ports.board.ready({ repository: { owner, repo }, track, assignee: null, limit: 1 });
  return { isHeld: false, agent, wouldClaim: first && formatRef(first) };
}

async function claimed(ports: OperationPorts, wish: OrderWish): Promise<Claimed> {
  const { owner, repo, agent } = wish;
  const result = await ordered(ports, wish);
  if (isNotNow(result)) return { isHeld: false, agent, ...result };
  const { issue, lease } = result;
  const card = await ports.board.card(owner, repo, issue);
  const name = formatRef({ owner, repo, number: issue });
  if (lease === undefined)
    return { isHeld: false, agent, issue: name, reason: "it is held no longer", isDecided: true };
  const { title = "", priority, track }: Partial<Card> = card ?? {};
  return { issue: name, agent, isHeld: true, ...lease, title, priority, track };
}

function text(result: Claimed): string {
  if (!result.isHeld) return unheldText(result);
  const { issue, title, token, priority, track } = result;
  const kind = [priority, track].filter((word) => word !== undefined).join(", ");
  const about = `${oneLine(title, 100)}${kind === "" ? "" : ` (${oneLine(kind, 60)})`}`;
  return `${issue} is yours: ${about}. Token ${token}.\nRead: signalbox brief ${issue}`;
}

function unheldText(result: Exclude<Claimed, Held>): string {
  if ("wouldClaim" in result)
    return result.wouldClaim === undefined
      ? "Nothing ready."
      : `Would claim ${result.wouldClaim} for ${result.agent}.`;
  const { issue, reason, isDecided } = result;
  if (!isDecided) return undecided(result);
  return issue === undefined ? sentence(reason) : `${issue} is not yours: ${oneLine(reason, 500)}.`;
}

export const claim = operation({
  name: "claim",
  summary: "Take a task for an agent, so that no other works on it",
  audience: "agents",
  input,
  positional: ["issue"],
  examples: ["claim 12 --agent ada", "claim --next --track api", "claim --next --repo acme/demo --json"],
  run: async (ports, given) => {
    const wish = await wishFor(ports, given);
    return given.dryRun ? planned(ports, wish) : claimed(ports, wish);
  },
  text,
  isMet: (result) => result.isHeld || ("wouldClaim" in result && result.wouldClaim !== undefined),
});
