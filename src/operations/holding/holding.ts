/** What claiming and releasing a task have in common: who asks, and what becomes of the order. */
import { z } from "zod";
import { UserError } from "../../base/errors.ts";
import { type FullRef, formatRef } from "../../protocol/references/ref.ts";
import { agentNamePattern } from "../../protocol/settings/agents/agents-settings.ts";
import { durationMs } from "../flags/duration-flag.ts";
import { issueInput } from "../issue.ts";
import type { Operation, OperationPorts } from "../operation.ts";
import { oneLine } from "../output/terminal-text.ts";
import type { OrderReply, OrderRequest } from "../ports.ts";

export const agentName = z
  .string()
  .regex(agentNamePattern, "must be an agent's name in the settings, for example ada");

/** The property of a JSON schema that says who asks: a door that knows the caller ignores what is given. */
export const senderMark = "sender";

export const agentInput = agentName
  .meta({
    description: "the agent that asks, as the settings name it (default: SIGNALBOX_AGENT)",
    [senderMark]: true,
  })
  .optional();

/** The agent that gives the operation, as its input says; undefined where that names none, or another one than asks. */
export function senderIn(
  { input }: Pick<Operation, "input">,
  { agent }: Readonly<Record<string, unknown>>,
): string | undefined {
  const field: unknown = Reflect.get(input.shape, "agent");
  const isSender = field instanceof z.ZodOptional && isMarked(field.unwrap());
  return isSender && typeof agent === "string" && agent !== "" ? agent : undefined;
}

function isMarked(field: unknown): boolean {
  return field instanceof z.ZodType && field.meta()?.[senderMark] === true;
}

/** @throws UserError if nothing says which agent asks */
export function agentAsking({ agent }: Pick<OperationPorts, "agent">, given: string | undefined): string {
  const asking = given ?? agent;
  if (asking === undefined) {
    throw new UserError("Say which agent asks: --agent ada, or set SIGNALBOX_AGENT.", {
      code: "agent-needed",
    });
  }
  const name = agentName.safeParse(asking);
  if (name.success) return name.data;
  throw new UserError(`SIGNALBOX_AGENT must be an agent's name, such as ada, found ${oneLine(asking, 60)}.`, {
    code: "invalid-input",
  });
}

const ulidPattern = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;

/** A ULID, as the output of an order that was not answered names it. */
export const orderInput = z
  .string()
  .regex(ulidPattern, "must be the id that a claim or release named")
  .describe("repeats the order with this id, whose outcome is not known")
  .optional();

export const waitInput = durationMs
  .describe("how long to wait for the answer (default: 10s on the server's machine, 60s by a comment)")
  .optional();

/** Why an order was not carried out now. */
export interface NotNow {
  readonly issue: string | undefined;
  readonly reason: string;
  /** Whether it was refused, and not left undecided. */
  readonly isDecided: boolean;
  /** The order's id if it may have been carried out, unheard. */
  readonly order?: string;
}

/**
 * Has an order carried out.
 * @throws UserError if it was a mistake, which would be refused again
 */
export async function ordered(
  ports: OperationPorts,
  wish: OrderRequest,
): Promise<Extract<OrderReply, { readonly type: "done" }> | NotNow> {
  const { owner, repo } = wish;
  const nameOf = (issue: number | undefined): string | undefined =>
    issue === undefined ? undefined : formatRef({ owner, repo, number: issue });
  const asked = { ...wish, session: sessionOf(ports) };
  const result = ports.order === undefined ? withoutServer(asked) : await ports.order(asked);
  if (result.type === "done") return result;
  if (result.type === "undecided") return { issue: nameOf(wish.issue), reason: result.why, isDecided: false };
  if (result.type === "unknown")
    return { issue: nameOf(wish.issue), reason: unheard, isDecided: false, order: result.id };
  const { reason, isMistake, issue = wish.issue } = result;
  if (isMistake) throw new UserError(sentence(reason), { code: "refused" });
  return { issue: nameOf(issue), reason, isDecided: true };
}

export function sessionOf({ session }: OperationPorts): string | undefined {
  if (session === undefined || ulidPattern.test(session)) return session;
  throw new UserError(
    `SIGNALBOX_SESSION must be a ULID, as \`signalbox join\` makes one, found ${oneLine(session, 60)}.`,
    { code: "invalid-input" },
  );
}

const tokenPattern = /^[1-9]\d{0,15}$/;

export const leaseInput = z
  .string()
  .regex(tokenPattern, "must be the token that the claim printed")
  .describe("the token of the lease: refused if that lease has ended (default: SIGNALBOX_LEASE)")
  .optional();

/** The token that goes with words about the task; undefined if there is none. */
export function leaseToken(
  { lease }: Pick<OperationPorts, "lease">,
  task: FullRef,
  given: string | undefined,
): string | undefined {
  const token = given ?? (lease !== undefined && isAbout(lease.task, task) ? lease.token : undefined);
  if (token === undefined || tokenPattern.test(token)) return token;
  throw new UserError(`SIGNALBOX_LEASE must be the token of a lease, found ${oneLine(token, 60)}.`, {
    code: "invalid-input",
  });
}

/** The same as the envelope of a comment gives it; empty if there is none. */
export function leaseBlock(
  ports: Pick<OperationPorts, "lease">,
  task: FullRef,
  given: string | undefined,
): string {
  const token = leaseToken(ports, task, given);
  return token === undefined ? "" : `\n\n\`\`\`signalbox\nv: 1.1\nlease: ${token}\n\`\`\``;
}

/** Whether the surroundings name this task, or none. */
function isAbout(named: string | undefined, task: FullRef): boolean {
  if (named === undefined) return true;
  const ref = issueInput.safeParse(named);
  if (!ref.success || ref.data.number !== task.number) return false;
  const { owner, repo } = ref.data;
  if (owner === undefined || repo === undefined) return true;
  return `${owner}/${repo}`.toLowerCase() === `${task.owner}/${task.repo}`.toLowerCase();
}

/** An order that was sent before may have been carried out, even if no server runs any longer. */
function withoutServer({ id }: OrderRequest): OrderReply {
  if (id !== undefined) return { type: "unknown", id };
  return { type: "undecided", why: "no server runs with this data folder" };
}

export function isNotNow(result: object): result is NotNow {
  return "isDecided" in result;
}

/** A phrase as a sentence. */
export function sentence(phrase: string): string {
  const line = oneLine(phrase, 500);
  return `${line.charAt(0).toUpperCase()}${line.slice(1)}.`;
}

const unheard = "the server ended before it answered, and may have carried it out";

export function undecided({ reason, order }: Pick<NotNow, "reason" | "order">): string {
  if (order === undefined) return `Not decided: ${oneLine(reason, 500)}.`;
  return `Not known: ${reason}. Ask again, with the same words and --order ${order}, and the answer is the same.`;
}

export function placeOf({ owner, repo, number }: FullRef): Pick<OrderRequest, "owner" | "repo" | "issue"> {
  return { owner, repo, issue: number };
}
