/** What every page has around its content: head, navigation, and who is signed in. */
import { html } from "hono/html";
import type { HttpResponse } from "../http/response.ts";
import { userById } from "../state/accounts/users.ts";
import { headersOfPages } from "./guards.ts";
import type { Html, PageRequest, SignedInRequest } from "./page-request.ts";

export interface Content {
  readonly title: string;
  readonly status?: number;
  readonly main: Html;
  /** Links below the head. */
  readonly tabs?: Html | undefined;
  /** The origin that its forms lead to in the end, if that is not the hub. */
  readonly formsTo?: string;
}

export const stylePath = "/_hub/style.css";
export const peoplePath = "/_hub/people";

/** A page for a browser that is signed in. */
export function framed(request: SignedInRequest, content: Content): Promise<HttpResponse> {
  const { actor, session } = request;
  const other = session.mayBeAnyone ? html`<a href="${peoplePath}">Switch</a>` : "";
  const who = html`<p>Signed in as <strong>${actor.user.login}</strong> ${other}</p>
    ${postTo(request, "/_hub/leave", html`<button class="quiet">Sign out</button>`)}`;
  return whole(content, who);
}

/** A page for anyone. */
export const plain = (content: Content): Promise<HttpResponse> => whole(content, html``);

/** A form that carries the token of its session. */
export const postTo = ({ session }: SignedInRequest, path: string, fields: Html): Html =>
  html`<form method="post" action="${path}"><input type="hidden" name="form_token" value="${session.formToken}">${fields}</form>`;

export const redirect = (path: string, headers: Readonly<Record<string, string>> = {}): HttpResponse => ({
  status: 303,
  headers: { ...headersOfPages(), location: path, ...headers },
});

/** The users of the hub that are people. */
export const peopleOf = ({ core: { state } }: Pick<PageRequest, "core">) =>
  state
    .all("SELECT id FROM users WHERE type = 'User' ORDER BY id")
    .flatMap((row) => userById(state, Number(row.id)) ?? []);

async function whole({ title, status, main, tabs, formsTo }: Content, who: Html): Promise<HttpResponse> {
  const body = await html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · hub</title>
<link rel="stylesheet" href="${stylePath}">
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header><a class="home" href="/">hub</a><p class="hint">GitHub stand-in on this machine</p><div class="who">${who}</div></header>
${tabs ?? ""}
<main id="main">
${main}
</main>
</body>
</html>
`;
  const headers = { ...headersOfPages(formsTo), "content-type": "text/html; charset=utf-8" };
  return { status: status ?? 200, body: String(body), headers };
}
