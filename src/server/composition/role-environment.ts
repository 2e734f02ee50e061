/**
 * The settings of a process that does a part of what a server does, on PostgreSQL. Each role needs its own secrets, and
 * gets no others: a web process, which the internet can reach, has no key of the App.
 */
import { systemClock } from "../../base/clock.ts";
import type { ConfiguredAnswerer } from "../../coordinator/answers/answerer.ts";
import { readAnswerer } from "./answerer-environment.ts";
import {
  baseUrlOf,
  type CommonSettings,
  checkApp,
  commonSettings,
  type Environment,
  type GitHubSettings,
  parseEnvironment,
  readWebhook,
  refusal,
  type Variables,
  type WebhookSettings,
} from "./environment.ts";
import { readPrivateKeys } from "./private-key.ts";
import { type SiteSettings, siteSettings } from "./site-environment.ts";

interface OnPostgres {
  readonly databaseUrl: string;
}

export interface WebSettings extends CommonSettings, OnPostgres {
  readonly databaseUrl: string;
  readonly github: WebhookSettings;
  readonly site: SiteSettings;
  /** The variables that are set and not needed. */
  readonly superfluous: readonly string[];
}

export interface WorkerSettings extends CommonSettings, OnPostgres {
  readonly databaseUrl: string;
  readonly github: GitHubSettings;
  readonly answerer: ConfiguredAnswerer | undefined;
  /** Root of the pages of the web processes; absent without PUBLIC_URL. */
  readonly pages?: () => string;
}

/** @throws UserError that names each missing or invalid variable */
export function readWebEnvironment(environment: Environment): WebSettings {
  const variables = parseEnvironment(environment);
  const problems: string[] = [];
  const databaseUrl = checkedDatabase(variables, problems);
  const github = readWebhook(variables, problems);
  if (variables.SESSION_KEY === undefined)
    problems.push(
      "SESSION_KEY is missing: all web processes sign sessions with the same one, for example from: openssl rand -hex 32",
    );
  if (problems.length > 0) throw refusal(problems, false);
  const superfluous = keyNames.filter((name) => variables[name] !== undefined);
  return { ...commonSettings(variables), databaseUrl, github, site: siteSettings(variables), superfluous };
}

/** @throws UserError that names each missing or invalid variable */
export function readWorkerEnvironment(environment: Environment): WorkerSettings {
  const variables = parseEnvironment(environment);
  const { APP_ID, WEBHOOK_SECRET, WEBHOOK_SECRET_PREVIOUS, GHE_HOST, GHE_PROTOCOL } = variables;
  const problems: string[] = [];
  const databaseUrl = checkedDatabase(variables, problems);
  checkApp(APP_ID, problems);
  const keys = readPrivateKeys(variables, problems);
  if (problems.length > 0) throw refusal(problems, false);
  const github = {
    appId: Number(APP_ID),
    ...keys,
    baseUrl: baseUrlOf(GHE_HOST, GHE_PROTOCOL),
    // A worker accepts no deliveries. Secrets that it knows nevertheless must not be written anywhere.
    webhookSecrets: [WEBHOOK_SECRET, WEBHOOK_SECRET_PREVIOUS].filter((value) => value !== undefined),
  };
  const answerer = readAnswerer(environment, systemClock);
  const { publicUrl } = siteSettings(variables);
  // Its texts name the pages, which a web process shows.
  const pages = publicUrl === undefined ? {} : { pages: () => publicUrl };
  return { ...commonSettings(variables), databaseUrl, github, answerer, ...pages };
}

const keyNames = [
  "PRIVATE_KEY",
  "PRIVATE_KEY_PATH",
  "PRIVATE_KEY_PREVIOUS",
  "PRIVATE_KEY_PREVIOUS_PATH",
] as const;

function checkedDatabase({ DATABASE_URL }: Variables, problems: string[]): string {
  if (DATABASE_URL === undefined)
    problems.push(
      "DATABASE_URL is missing: web and worker processes share a PostgreSQL database. Without one, start with --role all.",
    );
  return DATABASE_URL ?? "";
}
