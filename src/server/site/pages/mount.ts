/** Puts a page on its path: who may see it, whose form is taken, and how its answer becomes a response. */
import type { Context, Hono } from "hono";
import { html } from "hono/html";
import { NotLoggedIn, UserError } from "../../../base/errors.ts";
import type { Theme } from "../../../pages/frame.ts";
import { type ChoosingPorts, portsToDecide } from "../choosing.ts";
import { ownPath } from "../entry/own-path.ts";
import type { PortsFor } from "../ports-for.ts";
import { isOwnForm, type Session } from "../session/sessions.ts";
import { signInPath } from "../sign-in/paths.ts";
import type { SiteEnv } from "../site-env.ts";
import type { PageRequest, PageResponse, SitePage } from "./page.ts";
import { plainPage } from "./plain-page.ts";
import type { Renderings } from "./renderings.ts";

type Handle = (context: Context<SiteEnv>, request: PageRequest, session: Session) => Promise<PageResponse>;

export interface MountPorts {
  readonly choosing: ChoosingPorts;
  readonly portsFor: PortsFor;
  readonly renderings: Renderings;
  readonly themeOf: (context: Context<SiteEnv>) => Theme;
}

export function mount(
  site: Hono<SiteEnv>,
  page: SitePage,
  { portsFor, renderings, themeOf, choosing }: MountPorts,
): void {
  const { path, get, post } = page;
  const shared = async (context: Context<SiteEnv>, session: Session): Promise<Response> => {
    const url = new URL(context.req.url);
    const theme = themeOf(context);
    const params = context.req.param();
    const render = async (formToken: string): Promise<PageResponse> =>
      get({ caller: session.caller, formToken, params, url, theme, ports: await portsFor(session) });
    return respond(context, await answered(() => renderings.of({ session, theme, url }, render)));
  };
  const answer = (handle: Handle) => async (context: Context<SiteEnv>) => {
    const session = context.get("session");
    const url = new URL(context.req.url);
    if (session === undefined)
      return context.redirect(`${signInPath}?to=${encodeURIComponent(url.pathname + url.search)}`, 303);
    const { caller, formToken } = session;
    const given = { caller, formToken, params: context.req.param(), url, theme: themeOf(context) };
    return respond(
      context,
      await answered(async () => handle(context, { ...given, ports: await portsFor(session) }, session)),
    );
  };
  site.get(path, (context) => {
    const session = context.get("session");
    if (session === undefined || page.isOfIndex !== true)
      return answer((_, request) => get(request))(context);
    return shared(context, session);
  });
  if (post !== undefined)
    site.post(
      path,
      answer(async (context, request, session) =>
        post({
          ...request,
          form: await ownForm(context),
          portsToDecide: (issue, shown) => portsToDecide(choosing, session, request.ports, issue, shown),
        }),
      ),
    );
}

/** A form that was not sent from a page of this session. */
class ForeignForm extends UserError {}

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

/** What a browser is told of an error of its user's. */
export async function respondToError(context: Context, thrown: UserError): Promise<Response> {
  if (thrown instanceof NotLoggedIn) return context.redirect(signInPath, 303);
  const page = await plainPage("That did not work", [html`<p>${thrown.message}</p>`]);
  return context.html(page, thrown instanceof ForeignForm ? 403 : 422);
}

async function respond(context: Context<SiteEnv>, given: PageResponse | UserError): Promise<Response> {
  if (given instanceof UserError) return respondToError(context, given);
  if (given.type === "redirect") return context.redirect(ownPath(given.to), 303);
  return context.html(given.html, given.status ?? 200);
}
