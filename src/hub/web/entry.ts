/** How a browser gets in and out: the link with a secret, the choice of a person, and signing out. */
import { html } from "hono/html";
import type { HubCore } from "../core.ts";
import type { HttpResponse } from "../http/response.ts";
import { fullName } from "../present/repository.ts";
import { effectiveRole } from "../state/accounts/roles.ts";
import { type User, userByLogin } from "../state/accounts/users.ts";
import { repositoryById } from "../state/repositories.ts";
import { readCookie, writeCookie } from "./cookie.ts";
import { framed, peopleOf, peoplePath, plain, postTo, redirect } from "./frame.ts";
import { form, type Html, openPage, type PageRequest, type PageRoute, page } from "./page-request.ts";

export const entryPath = "/_hub/enter";

/** Where a browser gets in. */
export const linkPath = (secret: string): string => `${entryPath}/${secret}`;

/** Reading a link never uses it up, so that a browser may load it ahead. */
export const entryRoutes: readonly PageRoute[] = [
  openPage("GET", `${entryPath}/{secret}`, (request) => {
    const link = request.sessions.findLink(request.params.secret ?? "");
    if (link === undefined) return usedUp();
    const session = request.sessions.find(readCookie(request));
    if (session !== undefined && session.userId === link.userId) return redirect(link.to);
    const people = peopleOf(request).filter(({ id }) => link.userId === undefined || link.userId === id);
    return plain({
      title: "Sign in",
      main: html`<h1>Who are you?</h1>
        <p>What you write is written as the person that you choose, with their rights.</p>
        <form method="post">${choices(request, people, undefined)}</form>`,
    });
  }),
  openPage("POST", `${entryPath}/{secret}`, (request) => {
    const secret = request.params.secret ?? "";
    const link = request.sessions.findLink(secret);
    const person = chosen(request);
    const cookie = person && request.sessions.enter(secret, person);
    if (link === undefined || cookie === undefined) return usedUp();
    request.sessions.end(readCookie(request));
    return redirect(link.to, writeCookie(request, cookie));
  }),
  page(peoplePath, (request) => {
    const people = request.session.mayBeAnyone ? peopleOf(request) : [request.actor.user];
    const main = html`<h1>Who are you?</h1>
      ${postTo(request, peoplePath, choices(request, people, request.actor.user))}`;
    return framed(request, { title: "Switch", main });
  }),
  form(peoplePath, (request) => {
    const person = chosen(request);
    const cookie = person && request.sessions.become(readCookie(request), person);
    return cookie === undefined ? redirect(peoplePath) : redirect("/", writeCookie(request, cookie));
  }),
  form("/_hub/leave", (request) => {
    request.sessions.end(readCookie(request));
    return redirect("/", writeCookie(request, ""));
  }),
];

/** For a browser without a session, whatever it asked for. */
export const signInFirst = (): Promise<HttpResponse> =>
  plain({
    status: 401,
    title: "Sign in",
    main: html`<h1>Open the printed address</h1>
      <p><code>npm start</code> and <code>signalbox hub</code> print an address that signs you in, once.</p>
      ${howToEnter}`,
  });

const usedUp = (): Promise<HttpResponse> =>
  plain({
    status: 410,
    title: "Sign in",
    main: html`<h1>This link no longer works</h1>
      <p>A link works once. One that a command made works for a minute.</p>
      ${howToEnter}`,
  });

const howToEnter = html`<p>To get another one, run <code>signalbox open --hub</code> in the folder where it was started.</p>`;

function chosen({ core, form }: PageRequest): User | undefined {
  const user = userByLogin(core.state, form.get("login") ?? "");
  return user?.type === "User" ? user : undefined;
}

const choices = (
  { core }: Pick<PageRequest, "core">,
  people: readonly User[],
  present: User | undefined,
): Html =>
  html`<ul class="people">${people.map(
    (user) => html`<li><button name="login" value="${user.login}">Continue as ${user.login}</button>
      <span class="soft">${rolesOf(core, user)}${user.id === present?.id ? " (you)" : ""}</span></li>`,
  )}</ul>`;

/** A public repository gives everyone `read`. */
function rolesOf({ state }: HubCore, user: User): string {
  const repositories = state
    .all("SELECT id FROM repositories ORDER BY id LIMIT 3")
    .flatMap((row) => repositoryById(state, Number(row.id)) ?? []);
  return repositories
    .map((one) => `${effectiveRole(state, one, user.id)} in ${fullName(state, one)}`)
    .join(", ");
}
