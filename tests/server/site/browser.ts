/** Sends requests to the site as a browser would: with the cookies that it got, and without following redirects. */
import { request as send } from "node:http";

export interface SiteResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly setCookies: readonly string[];
  readonly text: string;
}

export interface SiteRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Browser {
  readonly ask: (path: string, given?: SiteRequest) => Promise<SiteResponse>;
  /** Sends a form as a page of the site would. */
  readonly post: (path: string, fields: Readonly<Record<string, string>>) => Promise<SiteResponse>;
  /** By name. */
  readonly cookies: Map<string, string>;
}

/** `fetch` would set the Host header itself. */
export function ask(url: string, path: string, given: SiteRequest = {}): Promise<SiteResponse> {
  const { hostname, port } = new URL(url);
  const { promise, resolve, reject } = Promise.withResolvers<SiteResponse>();
  const options = { hostname, port, path, method: given.method ?? "GET", headers: { ...given.headers } };
  const request = send(options, (response) => {
    let text = "";
    response.setEncoding("utf8");
    response.on("data", (chunk: string) => {
      text += chunk;
    });
    response.on("end", () => {
      const { "set-cookie": setCookies = [], ...rest } = response.headers;
      const headers = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, String(value)]));
      resolve({ status: response.statusCode ?? 0, headers, setCookies, text });
    });
  });
  request.once("error", reject);
  request.end(given.body);
  return promise;
}

export function openBrowser(url: string): Browser {
  const cookies = new Map<string, string>();
  const asked: Browser["ask"] = async (path, given = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = { ...(cookie === "" ? {} : { cookie }), ...given.headers };
    const response = await ask(url, path, { ...given, headers });
    for (const line of response.setCookies) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/max-age=0/i.test(line)) cookies.delete(name);
      else cookies.set(name, value);
    }
    return response;
  };
  return {
    ask: asked,
    cookies,
    post: (path, fields) =>
      asked(path, {
        method: "POST",
        headers: {
          "content-type": "application/x-www-form-urlencoded",
          origin: new URL(url).origin,
          "sec-fetch-site": "same-origin",
        },
        body: new URLSearchParams(fields).toString(),
      }),
  };
}
