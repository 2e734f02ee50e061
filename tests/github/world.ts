/**
 * GitHub on loopback for these tests: nock in front of a base URL, an App with a fresh key, and a clock that
 * only moves when it is slept on.
 */
import { generateKeyPairSync } from "node:crypto";
import type { Clock, Millis } from "../../src/base/clock.ts";
import { silentLogger } from "../../src/base/logger.ts";
import { createBudget, type PaceMode } from "../../src/github/transport/budget.ts";
import { type Client, createClient } from "../../src/github/transport/client.ts";
import { createOctokits } from "../../src/github/transport/octokits.ts";
import { markerKeys } from "../../src/github/write/marker.ts";
import { nock } from "./interceptor.ts";

export const origin = "http://127.0.0.1:4999";
export const baseUrl = `${origin}/api/v3`;
export const appId = 7;
export const installationId = 70;
export const botId = "BOT_signalbox";
export const privateKey = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
  publicKeyEncoding: { type: "spki", format: "pem" },
}).privateKey;
export const keys = markerKeys(privateKey);
export const ourselves = { botId, keys, app: { id: appId }, host: "github.com" };

/** A clock that jumps over every sleep and keeps a list of them. */
export interface FakeClock extends Clock {
  readonly slept: readonly number[];
  readonly jump: (ms: number) => void;
}

export function fakeClock(start: Millis = Date.parse("2026-11-21T04:00:00Z")): FakeClock {
  let now = start;
  const slept: number[] = [];
  return {
    now: () => now,
    sleep: async (ms) => {
      slept.push(ms);
      now += ms;
    },
    slept,
    jump: (ms) => {
      now += ms;
    },
  };
}

export function world(
  pacing: PaceMode = "off",
  root = baseUrl,
  log = silentLogger,
  mayWrite?: (installation: number) => boolean,
  writeSignal?: (installation: number) => AbortSignal | undefined,
): {
  client: Client;
  clock: FakeClock;
  budget: ReturnType<typeof createBudget>;
} {
  const clock = fakeClock();
  const budget = createBudget(clock, pacing);
  const random = (): number => 0.5;
  const octokits = createOctokits({ appId, privateKey, baseUrl: root }, clock);
  const client = createClient(octokits, { clock, random, log, budget, mayWrite, writeSignal });
  return { client, clock, budget };
}

/** Answers `times` requests for an installation's token. */
export function tokens(times = 1, id = installationId): nock.Scope {
  let issued = 0;
  return nock(origin)
    .post(`/api/v3/app/installations/${id}/access_tokens`)
    .times(times)
    .reply(201, () => ({
      token: `token-${id}-${++issued}`,
      expires_at: "2036-01-01T00:00:00Z",
      permissions: {},
    }));
}

interface GraphqlBody {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** Answers one GraphQL request, and passes on its document and variables. */
export function graphql(
  answer: (body: GraphqlBody) => object,
  headers: Record<string, string> = {},
): nock.Scope {
  return nock(origin)
    .post("/api/graphql")
    .reply(200, async (request: Request) => answer(asGraphqlBody(await request.json())), headers);
}

function asGraphqlBody(body: unknown): GraphqlBody {
  const { query, variables } = Object(body);
  return { query: String(query), variables: Object(variables) };
}
