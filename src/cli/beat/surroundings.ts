/** Reads from the environment who works here, and on what. Whatever cannot be read is left out: hooks must not fail. */
import { join, resolve } from "node:path";
import { repositorySource } from "../../base/login.ts";
import type { BeatBody } from "./post-beat.ts";

type Environment = Readonly<Record<string, string | undefined>>;

const ulid = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;
const token = /^[1-9]\d{0,15}$/;
/** `12`, `#12` or `acme/demo#12`. */
const task = new RegExp(`^(${repositorySource})?#?([1-9]\\d{0,8})$`);
/** `owner/name`, after a host if there is one. */
const repository = new RegExp(`(?:^|/)(${repositorySource})$`);

/** The file that says how to reach the server: a run's own, or that of the data folder. */
export function contactIn(env: Environment, home: string | undefined): string {
  if (home === undefined && env.SIGNALBOX_RUN) return env.SIGNALBOX_RUN;
  return contactOf(resolve(home ?? (env.SIGNALBOX_HOME || ".signalbox")));
}

/** @param home absolute path of the data folder */
export function contactOf(home: string): string {
  return join(home, "server.json");
}

/** Undefined if nothing names an agent. */
export function bodyIn(env: Environment, given: string | undefined): BeatBody | undefined {
  const agent = given ?? env.SIGNALBOX_AGENT;
  if (!agent) return undefined;
  const [, named, number] = task.exec(env.SIGNALBOX_ISSUE ?? "") ?? [];
  const [, repo] = repository.exec(env.SIGNALBOX_REPO || env.GH_REPO || "") ?? [];
  return {
    agent,
    ...(ulid.test(env.SIGNALBOX_SESSION ?? "") ? { session: env.SIGNALBOX_SESSION } : {}),
    ...((named ?? repo) === undefined ? {} : { repo: named ?? repo }),
    ...(number === undefined ? {} : { issue: Number(number) }),
    ...(token.test(env.SIGNALBOX_LEASE ?? "") ? { lease: Number(env.SIGNALBOX_LEASE) } : {}),
  };
}
