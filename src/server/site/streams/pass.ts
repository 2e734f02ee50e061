/** What keeps a stream open: a session, or the token of a program, each as it is at the time. */
import type { Board } from "../../../operations/ports.ts";
import type { Reader } from "../reader.ts";
import type { Sessions } from "../session/sessions.ts";
import type { SightOf } from "../session/sight.ts";
import type { RoleVisibility } from "../tokens/role-visibility.ts";
import { visibleTo } from "../tokens/token-ports.ts";
import type { ShownToken, Tokens } from "../tokens/tokens.ts";
import type { Pass } from "./follow.ts";

export interface PassPorts {
  readonly sessions: Pick<Sessions, "isOpen">;
  readonly sightOf: SightOf;
  readonly tokens: Pick<Tokens, "find" | "again">;
  readonly roles: RoleVisibility;
  readonly board: Pick<Board, "repositories" | "agents">;
}

export function passOf(reader: Reader, ports: PassPorts): Pass {
  if (reader.type === "token") return tokenPass(reader.token, ports);
  const { sessions, sightOf } = ports;
  const { id, session } = reader;
  return { id, isOpen: () => sessions.isOpen(session), sight: () => sightOf(session) };
}

/** What a token shows may change while it lasts: `signalbox login` renews the list. */
function tokenPass(found: ShownToken, { tokens, roles, board }: PassPorts): Pass {
  let token = found;
  return {
    id: found.id,
    isOpen: async () => {
      const now = await tokens.again(found);
      token = now ?? token;
      return now !== undefined;
    },
    sight: () => visibleTo(token, roles, board),
  };
}
