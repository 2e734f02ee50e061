/** A request of a browser for one of the hub's pages, and the shape of a route that answers it. */
import type { HtmlEscapedString } from "hono/utils/html";
import type { HubCore } from "../core.ts";
import type { HubRequest } from "../http/request.ts";
import type { HttpResponse } from "../http/response.ts";
import type { UserActor } from "../ops/access/actor.ts";
import type { WebSession, WebSessions } from "./sessions.ts";

/** Text that is escaped already. */
export type Html = HtmlEscapedString | Promise<HtmlEscapedString>;

export interface PageRequest extends Pick<HubRequest, "headers" | "path" | "query" | "site"> {
  readonly core: HubCore;
  readonly sessions: WebSessions;
  /** The values of the template's placeholders. */
  readonly params: Readonly<Record<string, string>>;
  /** The fields of a posted form. */
  readonly form: URLSearchParams;
}

/** A request of a browser that is signed in. */
export interface SignedInRequest extends PageRequest {
  readonly session: WebSession;
  readonly actor: UserActor;
}

interface Shape<Request> {
  readonly method: "GET" | "POST";
  /** For example `/{owner}/{repo}/issues/{number}`. */
  readonly template: string;
  readonly handle: (request: Request) => HttpResponse | Promise<HttpResponse>;
}

/** An open page needs no session; a form of another page carries its session's token, which is checked before. */
export type PageRoute =
  | (Shape<PageRequest> & { readonly isOpen: true })
  | (Shape<SignedInRequest> & { readonly isOpen: false });

export const page = (template: string, handle: Shape<SignedInRequest>["handle"]): PageRoute => ({
  method: "GET",
  template,
  handle,
  isOpen: false,
});

export const form = (template: string, handle: Shape<SignedInRequest>["handle"]): PageRoute => ({
  method: "POST",
  template,
  handle,
  isOpen: false,
});

export const openPage = (
  method: "GET" | "POST",
  template: string,
  handle: Shape<PageRequest>["handle"],
): PageRoute => ({ method, template, handle, isOpen: true });
