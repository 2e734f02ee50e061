/**
 * What operations need on a machine without an index, where SIGNALBOX_SERVER names a server, and inside of a run: the server
 * carries them out. The token of GitHub's goes there only to get the next one of the server's own.
 */
import { type Clock, systemClock } from "../../base/clock.ts";
import { parseDuration } from "../../base/duration.ts";
import { NotLoggedIn, UserError } from "../../base/errors.ts";
import type { OperationPorts, Waits } from "../../operations/operation.ts";
import { contextHeader } from "../../server/site/api/call-context.ts";
import { dataFolder } from "../local-index/home.ts";
import { repositoryHere } from "../local-index/repository-here.ts";
import { leaseHere } from "../terminal/lease-here.ts";
import { terminalLook } from "../terminal/look.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { grantsHere } from "./grants-file.ts";
import { noBoard } from "./no-board.ts";
import { explainProblem, serverAway } from "./server-answers.ts";

/** One request waits so long: the server ends it after 55 seconds. */
const partMs = 45_000;
const timeoutMs = 70_000;
const soonMs = 10_000;

export interface ServerElsewhere {
  /** Its origin. */
  readonly url: string;
  /** What it is shown; undefined for what `signalbox login` got. */
  readonly token?: string | undefined;
}

export function portsAt(
  terminal: Terminal,
  server: ServerElsewhere,
  repository: OperationPorts["repository"],
  clock: Clock = systemClock,
): OperationPorts {
  const here = { repository: repository ?? repositoryHere(terminal), ...surroundings(terminal) };
  return {
    board: noBoard,
    clock,
    caller: undefined,
    repository: here.repository,
    freshen: async () => "no server",
    progress: (line) => terminal.err(`${line}\n`),
    look: terminalLook(terminal, dataFolder(terminal, undefined)),
    server: (operation, input, waits) => {
      const ask = (part: unknown) => call(terminal, server, { operation, input: part, context: here }, waits);
      return inParts(operation, input, waits, clock, ask);
    },
  };
}

function surroundings(terminal: Terminal) {
  const { SIGNALBOX_AGENT: agent, SIGNALBOX_SESSION: session, SIGNALBOX_SPACE: space } = terminal.env;
  const named = { agent: agent || undefined, session: session || undefined, space: space || undefined };
  return { ...named, lease: leaseHere(terminal) };
}

/** The argument that says how long an operation waits. */
const waiting: Readonly<Record<string, string>> = { wait: "timeout", inbox: "wait" };

async function inParts(
  operation: string,
  input: unknown,
  { isMet, signal }: Waits,
  clock: Clock,
  ask: (input: unknown) => Promise<unknown>,
): Promise<unknown> {
  const name = Object.hasOwn(waiting, operation) ? (waiting[operation] ?? "") : "";
  const given: object = typeof input === "object" && input !== null ? input : {};
  const text: unknown = Reflect.get(given, name);
  const wantedMs = typeof text === "string" ? parseDuration(text) : undefined;
  if (wantedMs === undefined) return ask(input);
  const begun = clock.now();
  for (;;) {
    const leftMs = Math.max(0, wantedMs - (clock.now() - begun));
    const part = `${Math.ceil(Math.min(leftMs, partMs) / 1_000)}s`;
    const output = await ask({ ...given, [name]: part });
    const isOver = clock.now() - begun >= wantedMs || signal?.aborted === true;
    if (isMet(output) || isOver) return withWaited(output, clock.now() - begun);
  }
}

function withWaited(output: unknown, waitedMs: number): unknown {
  const isTimed = typeof output === "object" && output !== null && "waitedMs" in output;
  return isTimed ? { ...output, waitedMs } : output;
}

interface Call {
  readonly operation: string;
  readonly input: unknown;
  readonly context: object;
}

async function call(
  terminal: Terminal,
  { url: server, token }: ServerElsewhere,
  asked: Call,
  { signal }: Waits,
): Promise<unknown> {
  const first = await send(server, token ?? (await tokenAt(terminal, server, false)), asked, signal);
  // It may have been ended because access has changed somewhere: the next one shows what is right now.
  const response =
    first.status === 401 && token === undefined
      ? await send(server, await tokenAt(terminal, server, true), asked, signal)
      : first;
  const answer: unknown = await response.json().catch(() => undefined);
  if (response.ok) return answer;
  const problem = explainProblem(answer, server);
  if (response.status === 404 && problem.code === "not-found")
    throw new UserError(
      `The server ${server} does not know \`${asked.operation}\`: it is of an older release than this command.`,
      { code: "not-here" },
    );
  throw problem;
}

async function send(
  server: string,
  token: string,
  { operation, input, context }: Call,
  signal: AbortSignal | undefined,
): Promise<Response> {
  try {
    return await fetch(`${server}/api/v1/${operation}`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
        [contextHeader]: encodeURIComponent(JSON.stringify(context)),
      },
      body: JSON.stringify(input ?? {}),
      redirect: "error",
      signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal === undefined ? [] : [signal])]),
    });
  } catch (thrown) {
    throw serverAway(server, thrown);
  }
}

/** @param isRefused whether the one that is kept is known not to work */
async function tokenAt(terminal: Terminal, server: string, isRefused: boolean): Promise<string> {
  const kept = grantsHere(terminal)[server];
  if (kept === undefined)
    throw new NotLoggedIn(`You are not signed in at ${server}. Sign in: signalbox login ${server}`);
  const now = systemClock.now();
  if (!isRefused && kept.expiresAt - now > soonMs) return kept.token;
  const { host, as } = kept;
  // It brings a client of GitHub's, which no run needs, and a token that still works does not either.
  const { exchange } = await import("./exchange.ts");
  return (await exchange(terminal, server, as === undefined ? { hostname: host } : { as }, now)).token;
}
