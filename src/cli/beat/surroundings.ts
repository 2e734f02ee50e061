/** Reads from the environment who works here, and on what. Whatever cannot be read is left out: hooks must not fail. */
import { join, resolve } from "node:path";
import { repositorySource } from "../../base/login.ts";
import type { Contact } from "../../server/maintenance/data-folder.ts";
import { whoAnswers } from "../answering/who-answers.ts";
import { type BeatBody, contactInFile } from "./post-beat.ts";

type Environment = Readonly<Record<string, string | undefined>>;

const ulid = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;
const token = /^[1-9]\d{0,15}$/;
/** `12`, `#12` or `acme/demo#12`. */
const task = new RegExp(`^(${repositorySource})?#?([1-9]\\d{0,8})$`);
/** `owner/name`, after a host if there is one. */
const repository = new RegExp(`(?:^|/)(${repositorySource})$`);

/** What a hook waits for the server to say that it is signalbox. */
const identityMs = 2_000;

interface ContactWish {
  /** The data folder that a flag names. */
  readonly home: string | undefined;
  /** Whether a login that has run out is renewed, which takes a request of its own. */
  readonly mayRenew: boolean;
}

/**
 * The server that hears the sign: that of the run, the one that SIGNALBOX_SERVER names, or that of the data folder. Undefined
 * if there is none.
 * @throws UserError if SIGNALBOX_SERVER is no address, or there is no token for it
 */
export async function contactIn(
  env: Environment,
  { home, mayRenew }: ContactWish,
): Promise<Contact | undefined> {
  const answering = whoAnswers({ env }, home);
  switch (answering.type) {
    case "run":
      return contactInFile(answering.file);
    case "folder":
      return contactOf(resolve(home ?? (env.SIGNALBOX_HOME || ".signalbox")));
    case "server": {
      const { url, token } = answering.server;
      const { contactElsewhere, tokenKept } = await import("../answering/server-contact.ts");
      const isUsable = token !== undefined || mayRenew || tokenKept({ env }, { url }) !== undefined;
      return isUsable ? contactElsewhere({ env }, answering, identityMs) : undefined;
    }
  }
}

/** For the server that runs with a data folder. @param home absolute path */
export function contactOf(home: string): Contact | undefined {
  return contactInFile(join(home, "server.json"));
}

/** The environment of another task: a token is of the one that it was taken on. Undefined if `issue` names none. */
export function aboutTask(env: Environment, issue: string): Environment | undefined {
  if (!task.test(issue)) return undefined;
  if (issue === env.SIGNALBOX_ISSUE) return env;
  return { ...env, SIGNALBOX_ISSUE: issue, SIGNALBOX_LEASE: undefined };
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
