/**
 * What operations need on a machine without an index, where SIGNALBOX_SERVER names a server, and inside of a run: the server
 * carries them out. The token of GitHub's goes there only to get the next one of the server's own.
 */
import { randomBytes } from "node:crypto";
import { type Clock, systemClock } from "../../base/clock.ts";
import { parseDuration } from "../../base/duration.ts";
import { UserError } from "../../base/errors.ts";
import { formatUlid } from "../../base/ulid.ts";
import type { OperationPorts, Waits } from "../../operations/operation.ts";
import type { Contact } from "../../server/maintenance/data-folder.ts";
import { contextHeader } from "../../server/site/api/call-context.ts";
import { dataFolder } from "../local-index/home.ts";
import { repositoryHere } from "../local-index/repository-here.ts";
import { leaseHere } from "../terminal/lease-here.ts";
import { terminalLook } from "../terminal/look.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { forgetIdentity } from "./identity.ts";
import { noBoard } from "./no-board.ts";
import { type Patience, untilBack } from "./patience.ts";
import { explainFailure, parseJson, readText, serverAway } from "./server-answers.ts";
import { contactElsewhere, type Elsewhere, findToken } from "./server-contact.ts";

/** One request waits so long: the server ends it after 55 seconds. */
const partMs = 45_000;
const timeoutMs = 70_000;

export interface AskingWish {
  /** The repository that a flag names. */
  readonly repository?: OperationPorts["repository"];
  /** How long to go on asking while the server is away; not at all if it is absent. */
  readonly patience?: Pick<Patience, "ms" | "signal"> | undefined;
  readonly clock?: Clock;
}

/** An order may have been carried out when its answer does not arrive, so it is asked for again for this long. */
const orderPatienceMs = 10_000;

export function portsAt(terminal: Terminal, answering: Elsewhere, wish: AskingWish = {}): OperationPorts {
  const { repository, clock = systemClock } = wish;
  const here = { repository: repository ?? repositoryHere(terminal), ...surroundings(terminal) };
  const progress = (line: string): void => terminal.err(`${line}\n`);
  return {
    board: noBoard,
    clock,
    caller: undefined,
    repository: here.repository,
    freshen: async () => "no server",
    progress,
    look: terminalLook(terminal, dataFolder(terminal, undefined)),
    server: (operation, given, waits) => {
      const input = waits.takesOrder ? withOrder(given, clock) : given;
      const patience: Patience = {
        clock,
        progress,
        unheardMs: waits.takesOrder ? orderPatienceMs : 0,
        ...(wish.patience ?? { ms: 0, signal: waits.signal }),
      };
      const ask = (part: unknown, during: Patience) =>
        untilBack(during, () => call(terminal, answering, { operation, input: part, context: here }, waits));
      return inParts(operation, input, { ...waits, clock, patience }, ask);
    },
  };
}

/** The same order again, however often it is sent: it is carried out once. */
function withOrder(input: unknown, clock: Clock): unknown {
  const given: object = typeof input === "object" && input !== null ? input : {};
  const isNew = Reflect.get(given, "order") === undefined && Reflect.get(given, "dryRun") !== true;
  return isNew ? { ...given, order: formatUlid(clock.now(), randomBytes(16)) } : input;
}

function surroundings(terminal: Terminal) {
  const { SIGNALBOX_AGENT: agent, SIGNALBOX_SESSION: session, SIGNALBOX_SPACE: space } = terminal.env;
  const named = { agent: agent || undefined, session: session || undefined, space: space || undefined };
  return { ...named, lease: leaseHere(terminal) };
}

/** The argument that says how long an operation waits. */
const waiting: Readonly<Record<string, string>> = { wait: "timeout", inbox: "wait" };

interface Parts extends Waits {
  readonly clock: Clock;
  readonly patience: Patience;
}

/** While it waits, a server that is away is waited for, too. */
async function inParts(
  operation: string,
  input: unknown,
  { isMet, signal, clock, patience }: Parts,
  ask: (input: unknown, patience: Patience) => Promise<unknown>,
): Promise<unknown> {
  const name = Object.hasOwn(waiting, operation) ? (waiting[operation] ?? "") : "";
  const given: object = typeof input === "object" && input !== null ? input : {};
  const text: unknown = Reflect.get(given, name);
  const wantedMs = typeof text === "string" ? parseDuration(text) : undefined;
  if (wantedMs === undefined) return ask(input, patience);
  const begun = clock.now();
  for (;;) {
    const leftMs = Math.max(0, wantedMs - (clock.now() - begun));
    const part = `${Math.ceil(Math.min(leftMs, partMs) / 1_000)}s`;
    const output = await ask({ ...given, [name]: part }, { ...patience, ms: Math.max(leftMs, patience.ms) });
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
  answering: Elsewhere,
  asked: Call,
  { signal }: Waits,
): Promise<unknown> {
  const contact = await contactElsewhere(terminal, answering);
  const { url: server } = contact;
  const first = await send(contact, asked, signal);
  const isLogin = answering.type === "server" && answering.server.token === undefined;
  // It may have been ended because access has changed somewhere: the next one shows what is right now.
  const response =
    first.status === 401 && isLogin
      ? await send({ url: server, token: await findToken(terminal, contact, true) }, asked, signal)
      : first;
  const text = await readText(response, server);
  const answer = parseJson(text);
  if (response.ok && typeof answer === "object" && answer !== null) return answer;
  const problem = explainFailure(response.status, answer, server);
  if (response.status === 404 && problem.code === "not-found")
    throw new UserError(
      `The server ${server} does not know \`${asked.operation}\`: it is of an older release than this command.`,
      { code: "not-here" },
    );
  throw problem;
}

async function send(
  { url: server, token }: Contact,
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
    forgetIdentity(server);
    throw serverAway(server, thrown);
  }
}
