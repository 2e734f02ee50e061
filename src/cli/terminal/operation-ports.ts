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
import type { PlaceFlags } from "../gh/callers-place.ts";
import { findHubSession, isListening } from "../hub/hub-session.ts";
import { inNameOf, openRunBoard, withBoard } from "../local-index/board.ts";
import { refreshAt, refreshIssue } from "../local-index/freshen.ts";
import { dataFolder } from "../local-index/home.ts";
import { hasIndex } from "../local-index/index-here.ts";
import { markRead } from "../local-index/mark-read.ts";
import { readingOf } from "../local-index/reading.ts";
import { repositoryHere } from "../local-index/repository-here.ts";
import { isInRun, runContact } from "../local-index/run-contact.ts";
import { serverHere } from "../login/server-here.ts";
import type { ServerElsewhere } from "../login/server-ports.ts";
import { installed } from "../shell-commands.ts";
import { leaseHere } from "./lease-here.ts";
import { terminalLook } from "./look.ts";
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
  const server = serverFor(operation, terminal, options);
  if (server !== undefined) {
    return async (use) => {
      const { portsAt } = await import("../login/server-ports.ts");
      return use(
        portsAt(terminal, server, options.repo === undefined ? undefined : parseRepository(options.repo)),
      );
    };
  }
  const open = openFor(operation, terminal, options, given);
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
  const isNamed = options.home !== undefined || options.hostname !== undefined;
  if (operation.effect === "writes" && !isNamed && isInRun(terminal)) return withRun;
  if (!isElsewhere(operation, terminal, options)) return withIndex;
  return withGitHub(given.issue ?? given.task ?? given.question);
}

/** What a command reads before it writes, the server knows: it is asked by the run's secret. */
const withRun: Open = async (terminal, { repo }, use) => {
  const named = repo === undefined ? undefined : parseRepository(repo);
  return use({
    board: await openRunBoard(terminal),
    clock: systemClock,
    repository: named ?? repositoryHere(terminal),
    caller: undefined,
    freshen: (ref) => refreshAt(runContact(terminal), ref),
    agent: terminal.env.SIGNALBOX_AGENT || undefined,
    space: terminal.env.SIGNALBOX_SPACE || undefined,
    session: terminal.env.SIGNALBOX_SESSION || undefined,
    lease: leaseHere(terminal),
    progress: (line) => terminal.err(`${line}\n`),
    look: terminalLook(terminal, dataFolder(terminal, undefined)),
  });
};

/** The server that is to carry the operation out; what writes words does so itself, on GitHub. */
function serverFor(
  { effect }: Operation,
  terminal: Terminal,
  { home, as, hostname }: PlaceFlags,
): ServerElsewhere | undefined {
  const isNamedOtherwise = home !== undefined || as !== undefined || hostname !== undefined;
  if (effect === "writes" || isNamedOtherwise) return undefined;
  const run = runContact(terminal);
  if (run !== undefined) return run;
  const url = serverHere(terminal);
  return url === undefined ? undefined : { url, token: terminal.env.SIGNALBOX_TOKEN || undefined };
}

/** Whether to read GitHub: by a flag, or because this machine has no index and no folder for one is named. */
function isElsewhere(operation: Operation, terminal: Terminal, options: PlaceFlags): boolean {
  if (!worksElsewhere(operation)) return false;
  // For an operation that writes, `--as` only says who the author is; it can still use an index.
  const isNamed =
    options.hostname !== undefined || (options.as !== undefined && operation.effect !== "writes");
  if (isNamed) return true;
  if (options.home !== undefined) return false;
  if (isInRun(terminal) || terminal.env.SIGNALBOX_SERVER) return true;
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
  return createAsCaller(terminal, github, options.as);
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
      progress: (line) => terminal.err(`${line}\n`),
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
