/**
 * Parses environment variables into settings. No configuration means the hub; a partial one is an error that
 * lists every missing part, never a fallback. Read `process.env` nowhere else: only what is read here is a
 * setting.
 */
import { resolve } from "node:path";
import { z } from "zod";
import { systemClock } from "../../base/clock.ts";
import { UserError } from "../../base/errors.ts";
import type { ConfiguredAnswerer } from "../../coordinator/answers/answerer.ts";
import type { AppClient } from "../../github/sign-in/web-flow.ts";
import { databaseUrlPattern, notDatabaseUrl } from "../../store/postgres/database-url.ts";
import { defaultRetention, type Retention } from "../maintenance/retention.ts";
import { readAnswerer } from "./answerer-environment.ts";
import { type PrivateKeys, readPrivateKeys } from "./private-key.ts";
import { readClient, type SiteSettings, siteSettings, siteVariables } from "./site-environment.ts";

/** What it takes to accept the App's deliveries and to let people sign in, and the address of that GitHub. */
export interface WebhookSettings {
  readonly appId: number;
  /** The current secret first, then the previous one during a rotation. */
  readonly webhookSecrets: readonly string[];
  /** Root of the REST API, without a trailing slash; undefined for github.com. */
  readonly baseUrl: string | undefined;
  /** By which people sign in at the App; undefined if it is not configured. */
  readonly client?: AppClient | undefined;
}

/** The App's identity on GitHub. */
export interface GitHubSettings extends PrivateKeys, WebhookSettings {}

/** The settings of every process, whatever it does. */
export interface CommonSettings {
  readonly host: string;
  readonly port: number;
  /** Absolute path of the data folder. */
  readonly home: string;
  /** The PostgreSQL database that has the index; undefined for the data folder. */
  readonly databaseUrl: string | undefined;
  readonly logLevel: "debug" | "info" | "warn" | "error" | "silent";
  readonly retention: Retention;
  /** Lets its holder read /metrics; without one, /metrics is closed. */
  readonly metricsToken: string | undefined;
}

export interface ServerSettings extends CommonSettings {
  /** Undefined if nothing is configured: the hub stands in for GitHub. */
  readonly github: GitHubSettings | undefined;
  readonly hubPort: number;
  /** Writes answers from passages; undefined for quoting alone. */
  readonly answerer: ConfiguredAnswerer | undefined;
  readonly site: SiteSettings;
}

export type Environment = Readonly<Record<string, string | undefined>>;

const minSecretBytes = 32;
const blank = (value: unknown): unknown => (value === "" ? undefined : value);
const optional = z.preprocess(blank, z.string().optional());
const port = (preset: number) =>
  z.preprocess(
    blank,
    z
      .string()
      .regex(/^\d{1,5}$/, "must be a port number from 0 to 65535")
      .transform(Number)
      .pipe(z.number().max(65_535, "must be a port number from 0 to 65535"))
      .default(preset),
  );

/** Number of days; undefined if not set. */
const days = (least: number) =>
  z.preprocess(
    blank,
    z
      .string()
      .regex(/^\d{1,5}$/, `must be a number of days, at least ${least}`)
      .transform(Number)
      .pipe(z.number().min(least, `must be a number of days, at least ${least}`))
      .optional(),
  );

const schema = z.object({
  APP_ID: z.preprocess(
    blank,
    z
      .string()
      .regex(/^\d{1,15}$/, "must be the App ID, for example 123456")
      .optional(),
  ),
  PRIVATE_KEY: optional,
  PRIVATE_KEY_PATH: optional,
  PRIVATE_KEY_PREVIOUS: optional,
  PRIVATE_KEY_PREVIOUS_PATH: optional,
  WEBHOOK_SECRET: optional,
  CLIENT_ID: optional,
  CLIENT_SECRET: optional,
  WEBHOOK_SECRET_PREVIOUS: optional,
  GHE_HOST: z.preprocess(
    blank,
    z
      .string()
      .regex(/^[\w.-]+(?::\d{1,5})?$/, "must be a host name, for example github.example.com")
      .optional(),
  ),
  GHE_PROTOCOL: z.preprocess(blank, z.enum(["https", "http"], "must be https or http").default("https")),
  HOST: z.preprocess(blank, z.string().default("127.0.0.1")),
  PORT: port(4000),
  HUB_PORT: port(4001),
  KEEP_DELIVERIES_DAYS: days(4),
  KEEP_LEDGER_DAYS: days(1),
  KEEP_REMOVED_DAYS: days(0),
  METRICS_TOKEN: z.preprocess(
    blank,
    z.string().min(16, "needs at least 16 characters, for example from: openssl rand -hex 16").optional(),
  ),
  ...siteVariables,
  DATABASE_URL: z.preprocess(blank, z.string().regex(databaseUrlPattern, notDatabaseUrl).optional()),
  SIGNALBOX_HOME: z.preprocess(blank, z.string().default(".signalbox")),
  LOG_LEVEL: z.preprocess(
    blank,
    z
      .enum(["debug", "info", "warn", "error", "silent"], "must be debug, info, warn, error or silent")
      .default("info"),
  ),
});
/** The checked variables. */
export type Variables = z.infer<typeof schema>;

/** @throws UserError that names each invalid variable and what would work */
export function readEnvironment(environment: Environment): ServerSettings {
  const variables = parseEnvironment(environment);
  return {
    ...commonSettings(variables),
    github: readGitHub(variables),
    hubPort: variables.HUB_PORT,
    answerer: readAnswerer(environment, systemClock),
    site: siteSettings(variables),
  };
}

export function commonSettings(variables: Variables): CommonSettings {
  return {
    host: variables.HOST,
    port: variables.PORT,
    home: resolve(variables.SIGNALBOX_HOME),
    databaseUrl: variables.DATABASE_URL,
    logLevel: variables.LOG_LEVEL,
    retention: retentionOf(variables),
    metricsToken: variables.METRICS_TOKEN,
  };
}

/** @throws UserError that names each invalid variable and what would work */
export function parseEnvironment(environment: Environment): Variables {
  const parsed = schema.safeParse(environment);
  if (parsed.success) return parsed.data;
  const { issues } = parsed.error;
  throw refusal(
    issues.map((issue) => `${issue.path.join(".")} ${issue.message}.`),
    issues.some((issue) => issue.path[0] === "APP_ID"),
  );
}

const dayMs = 24 * 60 * 60_000;

function retentionOf(variables: Variables): Retention {
  const { deliveriesMs, ledgerMs, removedMs } = defaultRetention;
  const kept = (days: number | undefined, preset: number) => (days === undefined ? preset : days * dayMs);
  return {
    deliveriesMs: kept(variables.KEEP_DELIVERIES_DAYS, deliveriesMs),
    ledgerMs: kept(variables.KEEP_LEDGER_DAYS, ledgerMs),
    removedMs: kept(variables.KEEP_REMOVED_DAYS, removedMs),
  };
}

const ofTheApp = [
  "APP_ID",
  "PRIVATE_KEY",
  "PRIVATE_KEY_PATH",
  "PRIVATE_KEY_PREVIOUS",
  "PRIVATE_KEY_PREVIOUS_PATH",
  "WEBHOOK_SECRET",
  "WEBHOOK_SECRET_PREVIOUS",
  "GHE_HOST",
] as const;

function readGitHub(variables: Variables): GitHubSettings | undefined {
  if (ofTheApp.every((name) => variables[name] === undefined)) return undefined;
  const problems: string[] = [];
  const { appId, ...webhook } = readWebhook(variables, problems);
  const keys = readPrivateKeys(variables, problems);
  if (problems.length > 0) throw refusal(problems, true);
  return { appId, ...keys, ...webhook };
}

/** @param problems problems are appended here: with any, the result is of no use */
export function readWebhook(variables: Variables, problems: string[]): WebhookSettings {
  const { APP_ID, WEBHOOK_SECRET, WEBHOOK_SECRET_PREVIOUS, GHE_HOST, GHE_PROTOCOL } = variables;
  checkApp(APP_ID, problems);
  checkSecret("WEBHOOK_SECRET", WEBHOOK_SECRET, problems);
  if (WEBHOOK_SECRET_PREVIOUS !== undefined)
    checkSecret("WEBHOOK_SECRET_PREVIOUS", WEBHOOK_SECRET_PREVIOUS, problems);
  const client = readClient(variables, problems);
  return {
    appId: Number(APP_ID),
    webhookSecrets: [WEBHOOK_SECRET, WEBHOOK_SECRET_PREVIOUS].filter((value) => value !== undefined),
    baseUrl: baseUrlOf(GHE_HOST, GHE_PROTOCOL),
    ...(client === undefined ? {} : { client }),
  };
}

export function checkApp(id: string | undefined, problems: string[]): void {
  if (id === undefined) problems.push("APP_ID is missing: the App ID, from the App's settings page.");
}

function checkSecret(name: string, secret: string | undefined, problems: string[]): void {
  if (secret === undefined)
    problems.push(`${name} is missing: the secret of the App's webhook, at least ${minSecretBytes} bytes.`);
  else if (secret === "development") problems.push(`${name} is "development", which is publicly known.`);
  else if (Buffer.byteLength(secret) < minSecretBytes)
    problems.push(
      `${name} has ${Buffer.byteLength(secret)} bytes and needs at least ${minSecretBytes}, for example from: openssl rand -hex 32`,
    );
}

const loopback = /^https?:\/\/(?:127(?:\.\d{1,3}){3}|localhost|\[::1\])(?::\d+)?\//;

/** Writes are paced as GitHub asks. The only GitHub on this machine is the hub, which sets no pace. */
export function pacingFor({ baseUrl }: Pick<GitHubSettings, "baseUrl">): "github" | "off" {
  return baseUrl !== undefined && loopback.test(baseUrl) ? "off" : "github";
}

/** The addresses of GitHub's pages and API. */
export interface GitHubHost {
  readonly webUrl: string;
  /** Root of the REST API; undefined for github.com. */
  readonly baseUrl: string | undefined;
}

/**
 * The addresses of GitHub from a host name and protocol, for callers that need no App.
 * @throws UserError
 */
export function readHost(environment: Pick<Environment, "GHE_HOST" | "GHE_PROTOCOL">): GitHubHost {
  const { GHE_HOST, GHE_PROTOCOL } = parseEnvironment(environment);
  const webUrl = GHE_HOST === undefined ? "https://github.com" : `${GHE_PROTOCOL}://${GHE_HOST}`;
  return { webUrl, baseUrl: baseUrlOf(GHE_HOST, GHE_PROTOCOL) };
}

/** Root of GitHub's pages, derived from the root of its API. */
export function webUrlOf(baseUrl: string | undefined): string {
  if (baseUrl === undefined) return "https://github.com";
  const { protocol, host } = new URL(baseUrl);
  return `${protocol}//${host.replace(/^api\.(?=.{1,253}\.ghe\.com$)/i, "")}`;
}

/** Root of GitHub's pages; undefined for the hub on this machine, which has none. */
export function pagesOf(baseUrl: string | undefined): string | undefined {
  return pacingFor({ baseUrl }) === "off" ? undefined : webUrlOf(baseUrl);
}

export function baseUrlOf(host: string | undefined, protocol: string): string | undefined {
  if (host === undefined) return undefined;
  return /\.ghe\.com$/i.test(host) ? `${protocol}://api.${host}` : `${protocol}://${host}/api/v3`;
}

export function refusal(problems: readonly string[], isAboutApp: boolean): UserError {
  const list = problems.map((problem) => `- ${problem}`).join("\n");
  const advice = isAboutApp
    ? "\nFor GitHub set APP_ID, PRIVATE_KEY (or PRIVATE_KEY_PATH) and WEBHOOK_SECRET; for the offline hub set none of them."
    : "";
  return new UserError(`signalbox does not start with this environment:\n${list}${advice}`);
}
