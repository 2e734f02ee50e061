/** What the site's handlers know of a request. */
import type { HttpBindings } from "@hono/node-server";
import type { Session } from "./session/sessions.ts";

export interface SiteEnv {
  Bindings: HttpBindings;
  Variables: {
    /** The origin that the request was sent to. */
    origin: string;
    /** Who sent it, by address, as `Callers` names them. */
    caller: string;
    /** Undefined if the reader has not signed in. */
    session: Session | undefined;
  };
}
