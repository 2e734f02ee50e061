/** What an operation needs where it is carried out: the index of this machine, or GitHub as the caller reads it. */

import { systemClock } from "../../base/clock.ts";
import { UserError } from "../../base/errors.ts";
import { senderIn } from "../../operations/holding/holding.ts";
import { issueInput, parseRepository } from "../../operations/issue.ts";
import type { Operation, OperationPorts } from "../../operations/operation.ts";
import type { AsCaller } from "../../operations/writes/as-caller.ts";
import type { CheckoutSeen } from "../../operations/writes/checkout-seen.ts";
import type { RepositoryName } from "../../protocol/references/ref.ts";
import { readContact } from "../../server/maintenance/data-folder.ts";
import { databaseIn } from "../../store/sqlite/home.ts";
import type { Elsewhere } from "../answering/server-contact.ts";
import { isInRun, whoAnswers } from "../answering/who-answers.ts";
import type { CallersGitHub } from "../gh/callers-github.ts";
import type { PlaceFlags } from "../gh/callers-place.ts";
import { findHubSession, isListening } from "../hub/hub-session.ts";
import { inNameOf, openServerBoard, withBoard } from "../local-index/board.ts";
import { refreshAt, refreshIssue } from "../local-index/freshen.ts";
import { dataFolder } from "../local-index/home.ts";
import { hasIndex } from "../local-index/index-here.ts";
import { markRead } from "../local-index/mark-read.ts";
import { readingOf } from "../local-index/reading.ts";
import { repositoryHere } from "../local-index/repository-here.ts";
import { installed } from "../shell-commands.ts";
import { leaseHere } from "./lease-here.ts";
import { terminalLook } from "./look.ts";
import { tellLine } from "./tell-line.ts";
import type { Terminal } from "./terminal.ts";

/** Opens what operations need, for as long as `use` takes. */
type Open = <T>(
  terminal: Terminal,
  options: PlaceFlags,
  use: (ports: OperationPorts) => Promise<T>,
) => Promise<T>;

/** @param given the input as it was given, which may name the repository */
export function portsFor(
  operation: Operation,
  callers: Terminal,
  options: PlaceFlags,
  given: Readonly<Record<string, unknown>>,
): <T>(use: (ports: OperationPorts) => Promise<T>) => Promise<T> {
  const terminal = inNameOf(callers, senderIn(operation, given));
  const elsewhere = elsewhereFor(operation, terminal, options);
  if (elsewhere !== undefined && operation.effect !== "writes") {
    return async (use) => {
      const { portsAt } = await import("../answering/server-ports.ts");
      const named = options.repo === undefined ? undefined : parseRepository(options.repo);
      // A program inside of a run goes on while its server is restarted.
      const patience = elsewhere.type === "run" ? { ms: restartMs } : undefined;
      return use(portsAt(terminal, elsewhere, { repository: named, patience }));
    };
  }
  const open = elsewhere === undefined ? openFor(operation, terminal, options, given) : withServer(elsewhere);
  const asCaller =
    operation.effect === "writes"
      ? { asCaller: () => asCallerHere(terminal, options), checkout: () => checkoutHere(terminal) }
      : {};
  return (use) => open(terminal, options, (ports) => use({ ...ports, ...asCaller }));
}

function openFor(
  operation: Operation,
  terminal: Terminal,
  options: PlaceFlags,
  given: Readonly<Record<string, unknown>>,
): Open {
  if (!isElsewhere(operation, terminal, options)) return withIndex;
  return withGitHub(given.issue ?? given.task ?? given.question);
}

const restartMs = 10_000;

/** What a command reads before it writes, the server knows: it is asked by the secret of the run, or by the token. */
function withServer(elsewhere: Elsewhere): Open {
  return async (terminal, { repo }, use) => {
    const named = repo === undefined ? undefined : parseRepository(repo);
    const { contactElsewhere } = await import("../answering/server-contact.ts");
    return use({
      board: await openServerBoard(terminal, elsewhere),
      clock: systemClock,
      repository: named ?? repositoryHere(terminal),
      caller: undefined,
      freshen: async (ref) => refreshAt(await contactElsewhere(terminal, elsewhere), ref),
      agent: terminal.env.SIGNALBOX_AGENT || undefined,
      space: terminal.env.SIGNALBOX_SPACE || undefined,
      session: terminal.env.SIGNALBOX_SESSION || undefined,
      lease: leaseHere(terminal),
      progress: (line) => tellLine(terminal, line),
      look: terminalLook(terminal, dataFolder(terminal, undefined)),
    });
  };
}

/** The server that carries the operation out, or that knows what one reads before it writes words at GitHub. */
function elsewhereFor(
  { effect }: Operation,
  terminal: Terminal,
  { home, as, hostname }: PlaceFlags,
): Elsewhere | undefined {
  // For an operation that writes, `--as` only says who the author is.
  if (hostname !== undefined || (as !== undefined && effect !== "writes")) return undefined;
  const answering = whoAnswers(terminal, home);
  return answering.type === "folder" ? undefined : answering;
}

/** Whether to read GitHub: by a flag, or because this machine has no index and no folder for one is named. */
function isElsewhere(operation: Operation, terminal: Terminal, options: PlaceFlags): boolean {
  if (!worksElsewhere(operation)) return false;
  // As above, one that writes can still use an index.
  const isNamed =
    options.hostname !== undefined || (options.as !== undefined && operation.effect !== "writes");
  if (isNamed) return true;
  if (options.home !== undefined) return false;
  if (terminal.env.SIGNALBOX_HOME) return false;
  return !hasIndex(terminal, undefined);
}

export function worksElsewhere({ worksFromGitHub, effect }: Operation): boolean {
  return worksFromGitHub === true || effect === "writes";
}

async function checkoutHere(terminal: Terminal): Promise<CheckoutSeen | undefined> {
  const { readCheckout } = await import("./checkout-here.ts");
  return readCheckout(terminal, process.cwd());
}

/** @throws UserError if the index is of a hub and nothing says which of its users writes */
export async function asCallerHere(terminal: Terminal, options: PlaceFlags): Promise<AsCaller> {
  const { createAsCaller } = await import("../gh/as-caller.ts");
  const { GH_HOST, GHE_HOST } = terminal.env;
  const session = isInRun(terminal) ? undefined : findHubSession(dataFolder(terminal, options.home));
  const isHostNamed = Boolean(options.as ?? options.hostname ?? (GH_HOST || GHE_HOST));
  if (!isHostNamed && session !== undefined && (await isListening(session.url)))
    throw new UserError(
      `This data folder is the hub's, which has several users. Say who writes: --as ${Object.keys(session.tokens)[0] ?? "alice"}, or eval "$(${installed} env --as alice)".`,
      { code: "no-login" },
    );
  const { callersPlace } = await import("../gh/callers-place.ts");
  const { github } = await callersPlace(terminal, options, process.cwd());
  await requireServersGitHub(terminal, options, github);
  return createAsCaller(terminal, github, options.as);
}

/** What is written about was read at the server, unless a flag names the host. */
async function requireServersGitHub(
  terminal: Terminal,
  { home, hostname }: PlaceFlags,
  { webUrl }: Pick<CallersGitHub, "webUrl">,
): Promise<void> {
  const answering = whoAnswers(terminal, home);
  if (answering.type === "folder" || hostname !== undefined) return;
  const { requireSameGitHub } = await import("../answering/server-contact.ts");
  await requireSameGitHub(answering, webUrl);
}

const withIndex: Open = (terminal, { home, repo }, use) =>
  withPorts(terminal, home, (ports) =>
    use(repo === undefined ? ports : { ...ports, repository: parseRepository(repo) ?? ports.repository }),
  );

/** @param issue as given, which may name the repository */
function withGitHub(issue: unknown): Open {
  return async (terminal, options, use) => {
    const { callersPlace } = await import("../gh/callers-place.ts");
    const { github, repository } = await callersPlace(terminal, options, process.cwd());
    const named = repositoryIn(issue) ?? repository;
    if (named === undefined) throw nowhere(dataFolder(terminal, options.home));
    const { withRemotePorts } = await import("../remote/remote-ports.ts");
    return withRemotePorts(terminal, { github, repository: named }, use);
  };
}

function repositoryIn(issue: unknown): RepositoryName | undefined {
  const { owner, repo } = issueInput.safeParse(issue).data ?? {};
  return owner === undefined || repo === undefined ? undefined : { owner, repo };
}

function nowhere(home: string): UserError {
  return new UserError(
    `There is no index at ${databaseIn(home)}, and no repository is named to read from GitHub. Start the server once (npm start), name its folder with --home or SIGNALBOX_HOME, or name the repository: --repo acme/demo, GH_REPO=acme/demo, or a checkout of it.`,
    { code: "no-index" },
  );
}

/** Opens what operations need, for as long as `use` takes. */
export function withPorts<T>(
  terminal: Terminal,
  given: string | undefined,
  use: (ports: OperationPorts) => Promise<T>,
): Promise<T> {
  const home = dataFolder(terminal, given);
  return withBoard(terminal, given, (board) =>
    use({
      board,
      clock: systemClock,
      repository: repositoryHere(terminal),
      caller: undefined,
      freshen: (ref) => refreshIssue(home, ref),
      reading: () => readingOf(home, board),
      agent: terminal.env.SIGNALBOX_AGENT || undefined,
      space: terminal.env.SIGNALBOX_SPACE || undefined,
      session: terminal.env.SIGNALBOX_SESSION || undefined,
      lease: leaseHere(terminal),
      ...orderingAt(home),
      acknowledge: (agent, read) => markRead(home, terminal.env, agent, read),
      progress: (line) => tellLine(terminal, line),
      look: terminalLook(terminal, home),
    }),
  );
}

function orderingAt(home: string): Pick<OperationPorts, "order" | "beat"> {
  if (readContact(home) === undefined) return {};
  // Most commands only read.
  return {
    order: async (wish) => (await import("../local-index/send-order.ts")).sendOrder(home, wish),
    beat: async (sign) => (await import("../local-index/send-beat.ts")).sendBeat(home, sign),
  };
}
