/** What operations get at the site: the board as the reader may see it, and GitHub as that reader. */
import type { Clock } from "../../base/clock.ts";
import { messageOf, NotLoggedIn, UserError } from "../../base/errors.ts";
import type { UserGitHub } from "../../github/sign-in/user-github.ts";
import type { OperationPorts } from "../../operations/operation.ts";
import type { DataAge } from "../../operations/output/look.ts";
import type { Board } from "../../operations/ports.ts";
import { visibleBoard } from "../../operations/visibility/visible-board.ts";
import type { FullRef } from "../../protocol/references/ref.ts";
import { createAsPerson } from "./as-person.ts";
import type { Session, Sessions } from "./session/sessions.ts";
import type { Visibility } from "./session/visibility.ts";

export interface SitePorts {
  readonly board: Board;
  readonly clock: Clock;
  readonly random: () => number;
  /** Resolves to whether the index is now up to date with GitHub. */
  readonly look: (ref: FullRef) => Promise<boolean>;
  /** Whether the server is doing all of its work, so that the index is up to date. */
  readonly isReady: () => boolean;
  /** Root of GitHub's pages, or of the hub's. */
  readonly webUrl: string;
  readonly pacing: "github" | "off";
}

interface PersonalPorts {
  readonly sessions: Pick<Sessions, "end">;
  readonly visibility: Visibility;
  readonly gitHubOf: (token: string) => UserGitHub;
}

/** @throws NotLoggedIn if GitHub no longer accepts the person's token: the session has then ended */
export type PortsFor = (session: Session) => Promise<OperationPorts>;

export function createPortsFor(site: SitePorts, personal: PersonalPorts): PortsFor {
  const { board, clock, look, isReady } = site;
  const reading = async (): Promise<DataAge> => {
    if (isReady()) return { asOf: clock.now(), isFresh: true, remark: undefined };
    const remark = "the server does not do all of its work (/health says why)";
    return { asOf: await board.readAt(), isFresh: false, remark };
  };
  const ports: OperationPorts = {
    board,
    clock,
    repository: undefined,
    freshen: async (ref) => ((await look(ref)) ? "fresh" : "unsure"),
    reading,
    progress: () => {},
    caller: undefined,
  };
  return async (session) => {
    const { caller, userToken } = session;
    if (caller.type === "owner") return ports;
    if (userToken === undefined) throw await ended(session, personal);
    const github = personal.gitHubOf(userToken);
    const visible = await visibleTo(session, github, personal);
    const seen = await visibleBoard(board, visible);
    const asPerson = createAsPerson({ ...site, person: caller, github });
    return {
      ...ports,
      board: seen,
      // An issue elsewhere is not looked at, or the time that takes would tell that it is there.
      freshen: async (ref) =>
        (await seen.card(ref.owner, ref.repo, ref.number)) === undefined ? "unsure" : ports.freshen(ref),
      caller: { login: caller.login, nodeId: caller.nodeId },
      asCaller: async () => asPerson,
    };
  };
}

async function visibleTo(session: Session, github: UserGitHub, personal: PersonalPorts) {
  try {
    return await personal.visibility.of(session.id, github.repositories);
  } catch (thrown) {
    if (thrown instanceof NotLoggedIn) throw await ended(session, personal);
    throw new UserError(
      `GitHub is away, so it is not known what you may see. Try again later (${messageOf(thrown).slice(0, 200)})`,
      { code: "github-away", cause: thrown },
    );
  }
}

async function ended(session: Session, { sessions }: PersonalPorts): Promise<NotLoggedIn> {
  await sessions.end(session);
  return new NotLoggedIn("GitHub no longer accepts your sign-in. Sign in again.");
}
