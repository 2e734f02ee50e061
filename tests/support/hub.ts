/**
 * A hub for one test, with people to act as and an App that listens. It is a checked one: `close` fails if an
 * answer or a delivery does not match GitHub's description.
 */
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { Clock } from "../../src/base/clock.ts";
import { makeKeyPair } from "../../src/hub/auth/secrets.ts";
import type { HubOptions } from "../../src/hub/hub.ts";
import { demoSeed, type HubSeed } from "../../src/hub/seed.ts";
import { appToken } from "./app-token.ts";
import { type CheckedHub, startCheckedHub } from "./checked-hub.ts";

/** Generated once, because it takes a tenth of a second. */
const { privateKey } = makeKeyPair();

export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly body: any;
}

export type Ask = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
) => Promise<Answered>;

export interface Received {
  readonly event: string;
  readonly guid: string;
  readonly headers: IncomingHttpHeaders;
  readonly raw: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into payloads of every shape
  readonly payload: any;
}

export interface TestHub {
  readonly hub: CheckedHub;
  /** Acts as a person. */
  readonly as: (login: string) => Ask;
  /** Acts with any `Authorization`, undefined for none. */
  readonly withAuthorization: (authorization: string | undefined) => Ask;
  /** Acts as the App itself, with a JWT. */
  readonly asApp: (claims?: { readonly iat: number; readonly exp: number }) => Ask;
  /** @param permissions fewer than the installation has; all of them if omitted */
  readonly installationToken: (permissions?: Readonly<Record<string, string>>) => Promise<string>;
  /** Acts as the App's installation. */
  readonly asInstallation: () => Promise<Ask>;
  /** Deliveries that the App received, in order of arrival. */
  readonly received: Received[];
  /**
   * Waits for all deliveries and sorts `received` by the order in which they were started: several are in
   * flight at once.
   */
  readonly inOrder: () => Promise<readonly Received[]>;
  /** The status with which the App answers deliveries; 0 cuts the connection. */
  appStatus: number;
  readonly close: () => Promise<void>;
}

export interface TestHubOptions {
  readonly seed?: HubSeed;
  readonly home?: string;
  readonly clock?: Clock;
  readonly options?: Partial<HubOptions>;
}

export async function startTestHub(options: TestHubOptions = {}): Promise<TestHub> {
  const seed = options.seed ?? demoSeed;
  const hub = await startCheckedHub({
    home: options.home ?? ":memory:",
    port: 0,
    seed: { ...seed, app: { privateKey, ...seed.app } },
    ...(options.clock === undefined ? {} : { clock: options.clock }),
    ...options.options,
  });
  const received: Received[] = [];
  const begun: string[] = [];
  hub.observe((seen) => {
    if (seen.kind === "delivery") begun.push(seen.guid);
  });
  const withAuthorization =
    (authorization: string | undefined): Ask =>
    (method, path, body, headers) =>
      ask(hub.url, authorization, method, path, body, headers);
  const nowS = (): number => Math.floor((options.clock?.now() ?? Date.now()) / 1000);
  const asApp: TestHub["asApp"] = (claims) => async (method, path, body, headers) => {
    const token = await appToken(hub.app, claims ?? { iat: nowS() - 30, exp: nowS() + 300 });
    return ask(hub.url, `Bearer ${token}`, method, path, body, headers);
  };
  const installationToken: TestHub["installationToken"] = async (permissions) => {
    const path = `/app/installations/${hub.app.installationId}/access_tokens`;
    const { body } = await asApp()("POST", path, { permissions });
    return String(body.token);
  };
  const test: TestHub = {
    hub,
    received,
    inOrder: async () => {
      await hub.idle();
      return received.sort((one, other) => begun.indexOf(one.guid) - begun.indexOf(other.guid));
    },
    appStatus: 200,
    withAuthorization,
    as: (login) => withAuthorization(`token ${hub.tokenOf(login)}`),
    asApp,
    installationToken,
    asInstallation: async () => withAuthorization(`token ${await installationToken()}`),
    close: () =>
      hub.close().finally(() => {
        receiver.close();
        receiver.closeAllConnections();
      }),
  };
  const receiver = await startReceiver(received, () => test.appStatus);
  const address = receiver.address();
  if (typeof address === "object" && address !== null)
    hub.setWebhookUrl(`http://127.0.0.1:${address.port}/webhooks`);
  return test;
}

async function ask(
  url: string,
  authorization: string | undefined,
  method: string,
  path: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
): Promise<Answered> {
  const response = await fetch(path.startsWith("http") ? path : url + path, {
    method,
    redirect: "manual",
    headers: {
      ...(authorization === undefined ? {} : { authorization }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.includes("json") === true;
  return { status: response.status, headers: response.headers, body: isJson ? parse(text) : text };
}

/** An answer may be truncated on purpose; it is then returned as received. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

async function startReceiver(received: Received[], statusOf: () => number): Promise<Server> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const raw = Buffer.concat(chunks).toString();
    received.push({
      event: String(request.headers["x-github-event"]),
      guid: String(request.headers["x-github-delivery"]),
      headers: request.headers,
      raw,
      payload: JSON.parse(raw),
    });
    const status = statusOf();
    if (status === 0) request.socket.destroy();
    else response.writeHead(status).end("seen");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}

/** The name of a delivery: `issues.opened`, `push`. */
export function nameOf({ event, payload }: Received): string {
  return payload.action === undefined ? event : `${event}.${payload.action}`;
}
