/** Which repositories the reader of a session sees, as of at most five minutes ago. */
import { messageOf, NotLoggedIn, UserError } from "../../../base/errors.ts";
import type { UserGitHub } from "../../../github/sign-in/user-github.ts";
import type { Session, Sessions } from "./sessions.ts";
import type { Visibility, Visible } from "./visibility.ts";

export interface SightPorts {
  readonly sessions: Pick<Sessions, "end">;
  readonly visibility: Visibility;
  readonly gitHubOf: (token: string) => UserGitHub;
}

/**
 * Resolves to undefined for the owner of the data folder, who sees everything.
 * @throws NotLoggedIn if GitHub no longer accepts the person's token: the session has then ended
 * @throws UserError if GitHub is away
 */
export type SightOf = (session: Session) => Promise<Visible | undefined>;

export function createSightOf({ sessions, visibility, gitHubOf }: SightPorts): SightOf {
  const ended = async (session: Session): Promise<NotLoggedIn> => {
    await sessions.end(session);
    return new NotLoggedIn("GitHub no longer accepts your sign-in. Sign in again.");
  };
  return async (session) => {
    const { caller, id, userToken } = session;
    if (caller.type === "owner") return undefined;
    if (userToken === undefined) throw await ended(session);
    try {
      return await visibility.of(id, () => gitHubOf(userToken).repositories());
    } catch (thrown) {
      if (thrown instanceof NotLoggedIn) throw await ended(session);
      throw new UserError(
        `GitHub is away, so it is not known what you may see. Try again later (${messageOf(thrown).slice(0, 200)})`,
        { code: "github-away", cause: thrown },
      );
    }
  };
}
