/** What operations get at the site: the board as the reader may see it, and GitHub as that reader. */
import type { Clock } from "../../base/clock.ts";
import type { UserGitHub } from "../../github/sign-in/user-github.ts";
import type { OperationPorts } from "../../operations/operation.ts";
import type { DataAge } from "../../operations/output/look.ts";
import type { Board } from "../../operations/ports.ts";
import { visibleBoard } from "../../operations/visibility/visible-board.ts";
import type { FullRef } from "../../protocol/references/ref.ts";
import { createAsPerson } from "./as-person.ts";
import type { Session } from "./session/sessions.ts";
import type { SightOf } from "./session/sight.ts";

export interface SitePorts {
  readonly board: Board;
  readonly clock: Clock;
  readonly random: () => number;
  /** Resolves to whether the index is now up to date with GitHub. */
  readonly refreshIssue: (ref: FullRef) => Promise<boolean>;
  /** Whether the server is doing all of its work, so that the index is up to date. */
  readonly isReady: () => boolean;
  /** Root of GitHub's pages, or of the hub's. */
  readonly webUrl: string;
  readonly pacing: "github" | "off";
}

interface PersonalPorts {
  readonly sightOf: SightOf;
  readonly gitHubOf: (token: string) => UserGitHub;
}

/** Rejects as `SightOf` does. */
export type PortsFor = (session: Session) => Promise<OperationPorts>;

/** For the owner of the data folder. */
export function ownersPorts({ board, clock, refreshIssue, isReady }: SitePorts): OperationPorts {
  const reading = async (): Promise<DataAge> => {
    if (isReady()) return { asOf: clock.now(), isFresh: true, remark: undefined };
    const remark = "the server does not do all of its work (/health says why)";
    return { asOf: await board.readAt(), isFresh: false, remark };
  };
  return {
    board,
    clock,
    repository: undefined,
    freshen: async (ref) => ((await refreshIssue(ref)) ? "fresh" : "unsure"),
    reading,
    progress: () => {},
    caller: undefined,
  };
}

export function createPortsFor(site: SitePorts, personal: PersonalPorts): PortsFor {
  const ports = ownersPorts(site);
  return async (session) => {
    const { caller, userToken } = session;
    const visible = await personal.sightOf(session);
    if (caller.type === "owner" || visible === undefined || userToken === undefined) return ports;
    const github = personal.gitHubOf(userToken);
    const seen = await visibleBoard(site.board, visible);
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
