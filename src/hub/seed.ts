/** The contents of a new hub: people, repositories with roles, and the App. Later starts ignore it. */
import { makeToken } from "./auth/secrets.ts";
import type { HubCore } from "./core.ts";
import { createApp, installApp } from "./ops/access/apps.ts";
import { writeInitialFiles } from "./ops/git/initial-files.ts";
import { addOrdinaryLabels } from "./ops/repository/create-repository.ts";
import { nowOf } from "./ops/write.ts";
import type { App } from "./state/accounts/apps.ts";
import type { Installation } from "./state/accounts/installations.ts";
import type { Permissions } from "./state/accounts/permissions.ts";
import { type GivenRole, saveCollaborator } from "./state/accounts/roles.ts";
import { insertToken } from "./state/accounts/tokens.ts";
import { insertUser, type MemberRole, setMember } from "./state/accounts/users.ts";
import { insertIssueType } from "./state/issues/issue-types.ts";
import { insertLabel } from "./state/issues/labels.ts";
import { insertRepository } from "./state/repositories.ts";

export interface SeededRepository {
  /** `owner/name`; an owner that is not a listed person becomes an organisation. */
  readonly fullName: string;
  readonly description?: string;
  readonly private?: boolean;
  /** By login. */
  readonly roles: Readonly<Record<string, GivenRole>>;
  /** Texts by path, committed to the default branch. */
  readonly files?: Readonly<Record<string, string>>;
  /** Those that it has besides GitHub's own, as a repository in which the App has worked before. */
  readonly labels?: readonly {
    readonly name: string;
    readonly color: string;
    readonly description: string;
  }[];
}

export interface HubSeed {
  /** Logins with their names. */
  readonly people: Readonly<Record<string, string>>;
  /** Members by organisation and login. */
  readonly members?: Readonly<Record<string, Readonly<Record<string, MemberRole>>>>;
  /** Names of issue types by organisation. */
  readonly issueTypes?: Readonly<Record<string, readonly string[]>>;
  readonly repositories: readonly SeededRepository[];
  readonly app: {
    readonly name: string;
    /** The account that owns it and that it is installed on. */
    readonly owner: string;
    readonly permissions: Permissions;
    readonly events: readonly string[];
    /** Full names; omitted for all repositories of the account. */
    readonly repositories?: readonly string[];
    /** Further accounts on which it is installed, for all of their repositories. */
    readonly alsoOn?: readonly string[];
    /** PEM; generated if omitted. */
    readonly privateKey?: string;
  };
}

/** The App's events, as in app.yml. */
const events = [
  "issues",
  "issue_comment",
  "issue_dependencies",
  "sub_issues",
  "label",
  "repository",
  "push",
  "pull_request",
  "pull_request_review",
  "pull_request_review_thread",
  "check_run",
  "merge_group",
];

/** A public repository with two agents, a person who decides, and a user without a role. */
export const demoSeed: HubSeed = {
  people: { maria: "Maria", alice: "Alice", bob: "Bob", mallory: "Mallory" },
  members: { acme: { maria: "admin" } },
  repositories: [
    {
      fullName: "acme/demo",
      description: "Where agents and people work together",
      roles: { maria: "admin", alice: "write", bob: "write" },
      files: { "README.md": "# demo\n\nAgents and people work here through issues.\n" },
    },
  ],
  app: {
    name: "signalbox",
    owner: "acme",
    permissions: {
      issues: "write",
      metadata: "read",
      contents: "read",
      checks: "write",
      merge_queues: "read",
      pull_requests: "read",
    },
    events,
  },
};

/** What `npm start` lays: the App may write contents, too, so that a decision's record can be seen and used. */
export const startSeed: HubSeed = {
  ...demoSeed,
  app: { ...demoSeed.app, permissions: { ...demoSeed.app.permissions, contents: "write" } },
};

/** Lays the seed. @returns the App and where it is installed */
export function applySeed(
  core: HubCore,
  seed: HubSeed,
): { readonly app: App; readonly installation: Installation } {
  return core.state.transaction(() => {
    const accounts = plantAccounts(core, seed);
    const repositories = new Map(
      seed.repositories.map((one) => [one.fullName, plantRepository(core, one, accounts)]),
    );
    const { owner, repositories: chosen, alsoOn = [], ...app } = seed.app;
    const made = createApp(core, {
      ...app,
      ownerId: need(accounts, owner),
      description: null,
      externalUrl: core.webhookSite.web,
      webhookUrl: null,
    });
    if (made === undefined) throw new RangeError(`The App's name ${app.name} cannot be used.`);
    const repositoryIds = chosen?.map((name) => need(repositories, name));
    const choice = repositoryIds === undefined ? {} : { repositoryIds };
    const installation = installApp(core, made.app, choice);
    for (const account of alsoOn) installApp(core, made.app, { accountId: need(accounts, account) });
    return { app: made.app, installation };
  });
}

function plantAccounts(core: HubCore, seed: HubSeed): ReadonlyMap<string, number> {
  const accounts = new Map<string, number>();
  const at = nowOf(core);
  for (const [login, name] of Object.entries(seed.people)) {
    const userId = insertUser(core.state, { login, type: "User", name }, at);
    accounts.set(login, userId);
    insertToken(core.state, { ...endless, token: makeToken("ghp"), userId });
  }
  const owners = [...seed.repositories.map((one) => ownerIn(one.fullName)), seed.app.owner];
  for (const login of new Set([...Object.keys(seed.members ?? {}), ...owners]))
    if (!accounts.has(login))
      accounts.set(login, insertUser(core.state, { login, type: "Organization", name: login }, at));
  for (const [organization, members] of Object.entries(seed.members ?? {}))
    for (const [login, role] of Object.entries(members))
      setMember(core.state, need(accounts, organization), need(accounts, login), role);
  for (const [organization, names] of Object.entries(seed.issueTypes ?? {}))
    for (const name of names)
      insertIssueType(core.state, { ownerId: need(accounts, organization), name }, at);
  return accounts;
}

const endless = { installationId: null, permissions: null, repositoryIds: null, expiresAt: null };

function plantRepository(
  core: HubCore,
  seeded: SeededRepository,
  accounts: ReadonlyMap<string, number>,
): number {
  const ownerId = need(accounts, ownerIn(seeded.fullName));
  const name = seeded.fullName.slice(ownerIn(seeded.fullName).length + 1);
  const at = nowOf(core);
  const id = insertRepository(
    core.state,
    {
      ownerId,
      name,
      description: seeded.description ?? null,
      private: seeded.private ?? false,
      defaultBranch: "main",
    },
    at,
  );
  for (const [login, role] of Object.entries(seeded.roles))
    saveCollaborator(core.state, id, need(accounts, login), role);
  addOrdinaryLabels(core, id);
  for (const label of seeded.labels ?? []) insertLabel(core.state, { repositoryId: id, ...label }, at);
  writeInitialFiles(core, {
    repositoryId: id,
    authorId: ownerId,
    actorId: creatorOf(accounts, seeded) ?? ownerId,
    files: seeded.files ?? {},
  });
  return id;
}

/** An organisation cannot push; one of the repository's admins does. */
function creatorOf(accounts: ReadonlyMap<string, number>, { roles }: SeededRepository): number | undefined {
  const [login] = Object.entries(roles).find(([, role]) => role === "admin") ?? [];
  return login === undefined ? undefined : accounts.get(login);
}

function ownerIn(fullName: string): string {
  return fullName.slice(0, Math.max(0, fullName.indexOf("/")));
}

function need(ids: ReadonlyMap<string, number>, name: string): number {
  const id = ids.get(name);
  if (id === undefined) throw new RangeError(`The seed speaks of ${name}, which it does not have.`);
  return id;
}
