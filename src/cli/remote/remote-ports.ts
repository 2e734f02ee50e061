/** What operations need where no index is at hand: the board is read from GitHub as the caller, and orders are comments. */
import { systemClock } from "../../base/clock.ts";
import { UserError } from "../../base/errors.ts";
import { silentLogger } from "../../base/logger.ts";
import { RequestFailed } from "../../dispatcher/request-failed.ts";
import { readViewer } from "../../github/caller/caller-graphql.ts";
import { createCallerWriter } from "../../github/caller/caller-writer.ts";
import type { CallerReader } from "../../github/caller/read-once.ts";
import { createBudget } from "../../github/transport/budget.ts";
import { createClient } from "../../github/transport/client.ts";
import { tokenOctokit } from "../../github/transport/octokits.ts";
import { createSchemaFeatures } from "../../github/transport/schema-features.ts";
import type { OperationPorts } from "../../operations/operation.ts";
import type { OrderRequest } from "../../operations/ports.ts";
import { signedHost } from "../../protocol/envelope/signed-host.ts";
import { splitEnvelope } from "../../protocol/envelope/split-envelope.ts";
import { type FullRef, formatRef, type RepositoryName } from "../../protocol/references/ref.ts";
import type { CallersGitHub } from "../gh/callers-github.ts";
import { callersOctokit, tokenFor } from "../gh/callers-token.ts";
import { dataFolder } from "../local-index/home.ts";
import { signedText } from "../sign/sign.ts";
import { leaseHere } from "../terminal/lease-here.ts";
import { terminalLook } from "../terminal/look.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { orderByComment } from "./order-by-comment.ts";
import { createRemoteBoard, type RemoteBoard } from "./remote-board.ts";

const believed =
  "read from GitHub: labels and the App's comments are taken as they are there, roles and signatures are not checked";

/** @throws UserError if GitHub cannot be read */
export async function withRemotePorts<T>(
  terminal: Terminal,
  { github, repository }: { readonly github: CallersGitHub; readonly repository: RepositoryName },
  use: (ports: OperationPorts) => Promise<T>,
): Promise<T> {
  const token = await tokenFor(github);
  const board = createRemoteBoard(readerFor(github, token), repository);
  const progress = (line: string): void => terminal.err(`${line}\n`);
  try {
    const result = await use({
      board,
      clock: systemClock,
      repository,
      progress,
      source: "github",
      caller: undefined,
      freshen: async () => "no server",
      reading: async () => ({ asOf: systemClock.now(), isFresh: true, remark: believed }),
      agent: terminal.env.SIGNALBOX_AGENT || undefined,
      space: terminal.env.SIGNALBOX_SPACE || undefined,
      session: terminal.env.SIGNALBOX_SESSION || undefined,
      lease: leaseHere(terminal),
      order: (wish) => order(terminal, github, board, wish),
      look: terminalLook(terminal, dataFolder(terminal, undefined)),
    });
    if (board.isCut())
      progress("There is more on GitHub than five requests read, so something may be missing.");
    return result;
  } catch (thrown) {
    if (!(thrown instanceof RequestFailed)) throw thrown;
    throw new UserError(`GitHub could not be read: ${thrown.message.slice(0, 300)}`, { cause: thrown });
  }
}

function readerFor({ baseUrl, host }: CallersGitHub, token: string): CallerReader {
  const clock = systemClock;
  const random = Math.random;
  const client = createClient(tokenOctokit(token, baseUrl), {
    budget: createBudget(clock, "off"),
    clock,
    random,
    log: silentLogger,
  });
  return { client, clock, features: createSchemaFeatures(), host: signedHost(host) };
}

async function order(terminal: Terminal, github: CallersGitHub, board: RemoteBoard, wish: OrderRequest) {
  const octokit = await callersOctokit(github);
  const progress = (line: string): void => terminal.err(`${line}\n`);
  const writer = createCallerWriter({
    octokit,
    viewer: await readViewer(octokit),
    budget: createBudget(systemClock, "github"),
    clock: systemClock,
    random: Math.random,
    progress,
  });
  const signed = (ref: FullRef, asked: OrderRequest) => signedWords({ terminal, github, board }, ref, asked);
  return orderByComment({ octokit, board, writer, clock: systemClock, signed, progress }, wish);
}

interface Signer {
  readonly terminal: Terminal;
  readonly github: CallersGitHub;
  readonly board: RemoteBoard;
}

/** An agent that has a key is nobody without it. */
async function signedWords(
  { terminal, github, board }: Signer,
  ref: FullRef,
  { agent, text }: OrderRequest,
): Promise<string> {
  const named = (await board.agents("")).find(({ name }) => name === agent);
  if (named === undefined || named.keys.length === 0) return text;
  if (!terminal.env.SIGNALBOX_AGENT_KEY)
    throw new UserError(`${agent} must sign what it writes: set SIGNALBOX_AGENT_KEY to its key's file.`);
  const { words, envelope } = splitEnvelope(text);
  const lease = envelope?.ok === true ? envelope.envelope.lease : undefined;
  const options = { on: formatRef(ref), agent, hostname: github.host, for: "10m", lease };
  // The signed block takes the place of the one that names the lease, and names it too.
  return (await signedText(terminal, options, words)).whole;
}
