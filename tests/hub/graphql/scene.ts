/**
 * A hub's core without its server, for tests that send it GraphQL: `acme` with the public repository `demo`
 * and the private one `vault`, maria (admin), alice (write), mallory (no role), and the App signalbox
 * installed on `demo`.
 */
import { systemClock } from "../../../src/base/clock.ts";
import { silentLogger } from "../../../src/base/logger.ts";
import { githubLimits, type HubCore } from "../../../src/hub/core.ts";
import { executeGraphql } from "../../../src/hub/graphql/executor/execute.ts";
import type { Actor, InstallationActor, UserActor } from "../../../src/hub/ops/access/actor.ts";
import { appById, insertApp } from "../../../src/hub/state/accounts/apps.ts";
import {
  includeRepository,
  insertInstallation,
  installationById,
} from "../../../src/hub/state/accounts/installations.ts";
import { saveCollaborator } from "../../../src/hub/state/accounts/roles.ts";
import { insertUser, setMember, type User, userById } from "../../../src/hub/state/accounts/users.ts";
import { openState } from "../../../src/hub/state/open-state.ts";
import { insertRepository, type Repository, repositoryById } from "../../../src/hub/state/repositories.ts";
import type { State } from "../../../src/hub/state/state.ts";
import { assumedBehaviour } from "../../../src/hub/unknown-behaviour.ts";

const at = "2026-11-21T03:30:00Z";
const events = ["issues", "issue_comment", "issue_dependencies", "label"];
const permissions = { issues: "write", contents: "read", metadata: "read" } as const;

/** An answer's data, for reading by path. */
export interface Answer {
  readonly status: number;
  readonly data: unknown;
  readonly errors: readonly { readonly type?: string; readonly message: string; readonly path?: unknown }[];
  readonly body: unknown;
}

export interface Scene {
  readonly core: HubCore;
  readonly maria: UserActor;
  readonly alice: UserActor;
  readonly mallory: UserActor;
  readonly app: InstallationActor;
  readonly demo: Repository;
  readonly vault: Repository;
  readonly ask: (
    actor: Actor,
    query: string,
    variables?: Readonly<Record<string, unknown>>,
  ) => Promise<Answer>;
}

export function openScene(): Scene {
  const state = openState(":memory:");
  const site = { api: "http://127.0.0.1:4001", web: "http://127.0.0.1:4001" };
  const core: HubCore = {
    state,
    site,
    webhookSite: site,
    clock: systemClock,
    log: silentLogger,
    limits: githubLimits,
    release: "today",
    idFormat: { now: "newer" },
    unknown: assumedBehaviour,
    wake: () => {},
  };
  const acme = person(state, "acme", "Organization");
  const [maria, alice, mallory] = ["maria", "alice", "mallory"].map((login) => person(state, login, "User"));
  const demo = repository(state, acme, "demo", false);
  const vault = repository(state, acme, "vault", true);
  const scene = { maria: user(maria), alice: user(alice), mallory: user(mallory) };
  setMember(state, acme.id, scene.maria.user.id, "admin");
  saveCollaborator(state, demo.id, scene.alice.user.id, "write");
  const app = installed(state, acme, demo);
  return {
    core,
    ...scene,
    app,
    demo,
    vault,
    ask: async (actor, query, variables = {}) => {
      const { status, body } = await executeGraphql(core, actor, { query, variables });
      return { status, data: undefined, errors: [], ...JSON.parse(JSON.stringify(body)), body };
    },
  };
}

function user(found: User | undefined): UserActor {
  return { kind: "user", user: there(found) };
}

function person(state: State, login: string, type: User["type"]): User {
  return there(userById(state, insertUser(state, { login, type, name: null }, at)));
}

function repository(state: State, owner: User, name: string, isPrivate: boolean): Repository {
  const id = insertRepository(
    state,
    { ownerId: owner.id, name, description: null, private: isPrivate, defaultBranch: "main" },
    at,
  );
  return there(repositoryById(state, id));
}

function installed(state: State, owner: User, demo: Repository): InstallationActor {
  const bot = person(state, "signalbox[bot]", "Bot");
  const record = { slug: "signalbox", name: "signalbox", description: null, externalUrl: "http://127.0.0.1" };
  const secrets = { clientId: "", clientSecret: "", privateKey: "", publicKey: "", webhookSecret: "" };
  const owned = { ownerId: owner.id, botId: bot.id, webhookUrl: "http://127.0.0.1:9", permissions, events };
  const app = there(appById(state, insertApp(state, { ...record, ...secrets, ...owned }, at)));
  const grant = {
    appId: app.id,
    accountId: owner.id,
    selection: "selected",
    permissions,
    events,
  } as const;
  const installation = there(installationById(state, insertInstallation(state, grant, at)));
  includeRepository(state, installation.id, demo.id);
  return { kind: "installation", user: bot, app, installation, permissions, repositoryIds: null };
}

function there<T>(found: T | undefined): T {
  if (found === undefined) throw new Error("The scene lacks a record.");
  return found;
}

/** Opens an issue and returns its node id. */
export async function openIssue(
  { ask, demo }: Scene,
  actor: Actor,
  title: string,
  repositoryId = demo.nodeId,
): Promise<string> {
  const answer = await ask(
    actor,
    "mutation($input: CreateIssueInput!) { createIssue(input: $input) { issue { id } } }",
    { input: { repositoryId, title, body: `About ${title}` } },
  );
  return String(valueAt(answer.data, "createIssue.issue.id"));
}

/** Reads a value by a dotted path; undefined if there is none. */
export function valueAt(value: unknown, path: string): unknown {
  return path
    .split(".")
    .reduce<unknown>(
      (found, key) => (typeof found === "object" && found !== null ? Reflect.get(found, key) : undefined),
      value,
    );
}
