/** The page on which the person at the browser lets an App act for them, and which sends the browser back with a code. */
import { html } from "hono/html";
import type { HttpResponse } from "../http/response.ts";
import { authorize, type CheckedWish, checkWish } from "../ops/access/user-access.ts";
import { type User, userByLogin } from "../state/accounts/users.ts";
import { framed, peopleOf, postTo, redirect } from "./frame.ts";
import { form, type PageRoute, page, type SignedInRequest } from "./page-request.ts";

const path = "/login/oauth/authorize";

export const authorizePages: readonly PageRoute[] = [
  page(path, (request) => {
    const wish = wishIn(request);
    return wish.kind === "ok" ? ask(request, wish) : refused(request, wish.message);
  }),
  form(path, (request) => {
    const wish = wishIn(request);
    if (wish.kind === "refused") return refused(request, wish.message);
    const person = userByLogin(request.core.state, request.form.get("login") ?? "");
    if (person === undefined || !mayBe(request, person)) return refused(request, "You are not that person.");
    const target = new URL(wish.redirectUri);
    target.searchParams.set("code", authorize(request.core, person, wish));
    const state = request.query.get("state");
    if (state !== null) target.searchParams.set("state", state);
    return redirect(target.href);
  }),
];

type GoodWish = Extract<CheckedWish, { readonly kind: "ok" }>;

function ask(request: SignedInRequest, { app, redirectUri }: GoodWish): Promise<HttpResponse> {
  const first = (request.query.get("login") ?? request.actor.user.login).toLowerCase();
  const people = peopleOf(request)
    .filter((person) => mayBe(request, person))
    .toSorted((a, b) => Number(b.login.toLowerCase() === first) - Number(a.login.toLowerCase() === first));
  const choices = html`<ul class="people">${people.map(
    ({ login, name }) =>
      html`<li><button name="login" value="${login}">Continue as ${login}</button> <span>${name ?? ""}</span></li>`,
  )}</ul>`;
  const main = html`<h1>Sign in to ${app.name}</h1>
    <p>${app.name} will see the repositories that it is installed on and that you have a role in, and act in them as you,
    for eight hours.</p>
    ${postTo(request, `${path}?${request.query}`, choices)}`;
  return framed(request, { title: `Sign in to ${app.name}`, main, formsTo: new URL(redirectUri).origin });
}

function mayBe({ session, actor }: SignedInRequest, person: User): boolean {
  return person.type === "User" && (session.mayBeAnyone || person.id === actor.user.id);
}

function refused(request: SignedInRequest, message: string): Promise<HttpResponse> {
  return framed(request, { title: "Sign in", status: 422, main: html`<h1>No sign-in</h1><p>${message}</p>` });
}

function wishIn({ core, query }: SignedInRequest): CheckedWish {
  return checkWish(core, {
    clientId: query.get("client_id") ?? "",
    redirectUri: query.get("redirect_uri") ?? undefined,
    challenge: query.get("code_challenge") ?? undefined,
    challengeMethod: query.get("code_challenge_method") ?? undefined,
  });
}
