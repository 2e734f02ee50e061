/** Visits the hub's pages as a browser without scripts would: keeps the cookie, follows redirects, sends forms. */

export interface Visit {
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
  /** The path at which it ended. */
  readonly path: string;
}

export interface Visitor {
  readonly get: (path: string, headers?: Readonly<Record<string, string>>) => Promise<Visit>;
  /** Sends fields, with the form token of the last page that was read. */
  readonly post: (
    path: string,
    fields: Readonly<Record<string, string>>,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<Visit>;
  /** The `Cookie` header; changing it is stealing or losing it. */
  cookie: string;
}

export function visitorOf(url: string): Visitor {
  let token = "";
  const visitor: Visitor = { get: (path, headers) => ask("GET", path, undefined, headers), post, cookie: "" };
  async function post(
    path: string,
    fields: Readonly<Record<string, string>>,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Visit> {
    const body = new URLSearchParams({ form_token: token, ...fields });
    return ask("POST", path, body.toString(), {
      origin: url,
      "sec-fetch-site": "same-origin",
      "content-type": "application/x-www-form-urlencoded",
      ...headers,
    });
  }
  async function ask(
    method: "GET" | "POST",
    path: string,
    body: string | undefined,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Visit> {
    const response = await fetch(new URL(path, url), {
      method,
      redirect: "manual",
      headers: { accept: "text/html", cookie: visitor.cookie, ...headers },
      ...(body === undefined ? {} : { body }),
    });
    const set = response.headers.get("set-cookie");
    if (set !== null) visitor.cookie = set.split(";")[0] ?? "";
    const location = response.headers.get("location");
    if (response.status === 303 && location !== null) return ask("GET", location, undefined);
    const html = await response.text();
    token = /name="form_token" value="([^"]+)"/.exec(html)?.[1] ?? token;
    return { status: response.status, headers: response.headers, html, path };
  }
  return visitor;
}

/** Enters by a link that the hub printed. */
export async function enterAs(link: string, login: string): Promise<Visitor> {
  const { origin, pathname } = new URL(link);
  const visitor = visitorOf(origin);
  await visitor.get(pathname);
  await visitor.post(pathname, { login });
  return visitor;
}
