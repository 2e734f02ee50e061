/** Puts a page on its path: who may see it, whose form is taken, and how its answer becomes a response. */
import type { Context, Hono } from "hono";
import { html } from "hono/html";
import { UserError } from "../../../base/errors.ts";
import type { OperationPorts } from "../../../operations/operation.ts";
import type { Theme } from "../../../pages/frame.ts";
import { ownPath } from "../entry/own-path.ts";
import { isOwnForm, type Session } from "../session/sessions.ts";
import type { SiteEnv } from "../site-env.ts";
import type { PageRequest, PageResponse, SitePage } from "./page.ts";
import { plainPage } from "./plain-page.ts";

export const signInPath = "/sign-in";

export type PortsFor = (session: Session) => OperationPorts;

type Handle = (context: Context<SiteEnv>, request: PageRequest) => Promise<PageResponse>;

export function mount(
  site: Hono<SiteEnv>,
  page: SitePage,
  portsFor: PortsFor,
  themeOf: (context: Context<SiteEnv>) => Theme,
): void {
  const { path, get, post } = page;
  const answer = (handle: Handle) => async (context: Context<SiteEnv>) => {
    const session = context.get("session");
    const url = new URL(context.req.url);
    if (session === undefined)
      return context.redirect(`${signInPath}?to=${encodeURIComponent(url.pathname + url.search)}`, 303);
    const { caller, formToken } = session;
    const theme = themeOf(context);
    const request = { ports: portsFor(session), caller, formToken, params: context.req.param(), url, theme };
    return respond(context, await answered(() => handle(context, request)));
  };
  site.get(
    path,
    answer((_, request) => get(request)),
  );
  if (post !== undefined)
    site.post(
      path,
      answer(async (context, request) => post({ ...request, form: await ownForm(context) })),
    );
}

/** A form that was not sent from a page of this session. */
export class ForeignForm extends UserError {}

/** @throws ForeignForm */
export async function ownForm(context: Context<SiteEnv>): Promise<URLSearchParams> {
  const session = context.get("session");
  const isForm = context.req.header("content-type")?.startsWith("application/x-www-form-urlencoded") === true;
  const form = new URLSearchParams(isForm ? await context.req.text() : "");
  if (session === undefined || !isOwnForm(session, form.get("formToken") ?? undefined))
    throw new ForeignForm(
      "The form is not from a page of this session. Go back, reload the page, try again.",
    );
  form.delete("formToken");
  return form;
}

async function answered(work: () => Promise<PageResponse>): Promise<PageResponse | UserError> {
  try {
    return await work();
  } catch (thrown) {
    if (thrown instanceof UserError) return thrown;
    throw thrown;
  }
}

async function respond(context: Context<SiteEnv>, given: PageResponse | UserError): Promise<Response> {
  if (given instanceof UserError) {
    const page = await plainPage("That did not work", [html`<p>${given.message}</p>`]);
    return context.html(page, given instanceof ForeignForm ? 403 : 422);
  }
  if (given.type === "redirect") return context.redirect(ownPath(given.to), 303);
  return context.html(given.html, given.status ?? 200);
}
