/** Runs each check on plain data: a correct setup, and one with a single problem. */

import { describe, expect, test } from "vitest";
import type { CheckResult } from "../../../src/cli/doctor/check-result.ts";
import { runChecks } from "../../../src/cli/doctor/checks/all.ts";
import { checkSettings } from "../../../src/cli/doctor/checks/here.ts";
import type { DoctorFacts } from "../../../src/cli/doctor/facts.ts";
import { nothingPaused } from "../../../src/dispatcher/schedule/pauses.ts";
import type { InspectedInstallation, Inspection } from "../../../src/github/identity/inspection.ts";
import { defaultLabels } from "../../../src/protocol/label.ts";
import type { InspectedStore } from "../../../src/store/shape/inspected-store.ts";
import { adaKey } from "../../support/public-keys.ts";

const granted = { permissions: { issues: "write" }, events: ["issues"] };
const repository = {
  id: "R_demo",
  name: "acme/demo",
  isArchived: false,
  labels: { ok: true, value: defaultLabels.map(({ name }) => name) },
  agents: { ok: true, value: [] },
  settingsGuard: { ok: true, value: { byRule: true, hasOwner: false, asksOwner: false, requiredChecks: [] } },
} as const;
const installation: InspectedInstallation = {
  id: 1,
  account: { login: "acme" },
  suspended_at: null,
  html_url: "https://example.com/i/1",
  ...granted,
  rates: {
    ok: true,
    value: { core: { limit: 5000, remaining: 4000 }, graphql: { limit: 5000, remaining: 4000 } },
  },
  repositories: { ok: true, value: [repository] },
};
const inspection: Inspection = {
  skewMs: 0,
  app: { ok: true, value: { id: 7, slug: "box", html_url: "https://example.com/apps/box", ...granted } },
  bot: { ok: true, value: { node_id: "BOT_us", login: "box[bot]" } },
  hook: { ok: true, value: { url: "https://box.example.com/api/github/webhooks" } },
  deliveries: {
    ok: true,
    value: [{ event: "issues", delivered_at: "2026-01-01T00:00:00Z", status_code: 202 }],
  },
  installations: { ok: true, value: [installation] },
};
const traces = { ownSince: undefined, foreign: [] };
const store: InspectedStore = {
  postgres: undefined,
  bytes: 1,
  deliveries: { pending: 0, dead: 0 },
  effects: { waiting: 0, refused: 0 },
  receivedAt: undefined,
  removed: [],
  starts: [],
  repositories: [{ id: "R_demo", name: "acme/demo", settings: undefined, problem: undefined, traces }],
};
const sound: DoctorFacts = {
  now: 0,
  configuration: {
    type: "app",
    github: {
      appId: 7,
      privateKey: "",
      webhookSecrets: [],
      baseUrl: undefined,
      client: { id: "Iv1", secret: "s" },
    },
    pagesAt: "http://127.0.0.1:4000",
    lacksProxies: false,
  },
  manifest: { default_permissions: { issues: "write" }, default_events: ["issues"] },
  inspection,
  folder: { path: "/data", state: "writable", freeBytes: 10 ** 10 },
  programs: { newest: undefined, keyFile: undefined },
  store,
  pauses: nothingPaused,
  server: { type: "answers", url: "http://127.0.0.1:4000", status: 200, missing: [] },
  cluster: undefined,
  pages: undefined,
};

const troubles = (scene: DoctorFacts): readonly CheckResult[] =>
  runChecks(scene).filter(({ level }) => level !== "ok");
const looking = (changes: Partial<Inspection>): DoctorFacts => ({
  ...sound,
  inspection: { ...inspection, ...changes },
});
const installed = (changes: Partial<InspectedInstallation>): DoctorFacts =>
  looking({ installations: { ok: true, value: [{ ...installation, ...changes }] } });
const kept = (changes: Partial<InspectedStore>): DoctorFacts => ({
  ...sound,
  store: { ...store, ...changes },
});
const refused = (status: number | undefined, message: string) => ({ ok: false, status, message }) as const;
const delivered = (...codes: readonly number[]): DoctorFacts =>
  looking({
    deliveries: {
      ok: true,
      value: codes.map((status_code) => ({ event: "issues", delivered_at: "", status_code })),
    },
  });

test("doctor says in two lines how programs get a user of their own, and forgets a run after a month", () => {
  const ran = { newest: { agent: "ada", at: 0 }, keyFile: undefined };
  const [found] = runChecks({ ...sound, programs: ran }).filter(({ check }) => check === "programs");
  expect(found?.advice?.split("\n").slice(1)).toEqual([
    "  sudo useradd --create-home agents",
    "  signalbox tokens add --agent ada | sudo -iu agents signalbox run --server http://127.0.0.1:4000 --token-file - --agent ada -- <program>",
  ]);
  const later = { ...sound, now: 31 * 86_400_000, programs: ran };
  expect(troubles(later).filter(({ check }) => check === "programs")).toEqual([]);
});

const merging = store.repositories.map((each) => ({
  ...each,
  settings: "handovers: { merge: when accepted }\n",
}));

test("doctor reports merges that the App may make, and nothing if none are wanted", () => {
  const permissions = { issues: "write", contents: "write", pull_requests: "write" };
  const larger = installed({ permissions });
  const found = runChecks({ ...larger, store: { ...store, repositories: merging } });
  expect(found.find(({ check }) => check === "merging")?.level).toBe("ok");
  expect(runChecks(larger).some(({ check }) => check === "merging")).toBe(false);
});

test("a correct setup has every check at ok", () => {
  const findings = runChecks(sound);
  expect(findings.filter(({ level }) => level !== "ok")).toEqual([]);
  expect(findings.length).toBeGreaterThan(9);
});

describe("I05", () => {
  test.each([
    ["a wrong App id", refused(401, "Integration not found"), "APP_ID must be"],
    ["a wrong App id, as github.com puts it", refused(404, "Integration not found"), "APP_ID must be"],
    ["a wrong key", refused(401, "A JSON web token could not be decoded"), "The key does not match"],
    [
      "a clock far off",
      refused(401, "'Issued at' claim ('iat') must be an Integer representing the time"),
      "The clock is wrong",
    ],
    ["no network", refused(undefined, "getaddrinfo ENOTFOUND"), "Check the network"],
  ])("I05 %s is reported with its own advice", (_, app, advice) => {
    const found = troubles(looking({ app, hook: app, deliveries: app, installations: app }));
    expect(found).toMatchObject([{ check: "App", level: "failed", advice: expect.stringContaining(advice) }]);
  });

  test.each([
    [5_000, []],
    [30_000, ["warning"]],
    [-3_600_000, ["failed"]],
  ])("I05 a clock that is off by %i ms is reported as %j", (skewMs, levels) => {
    expect(troubles(looking({ skewMs })).map(({ level }) => level)).toEqual(levels);
  });
});

test.each<[string, DoctorFacts, string, CheckResult["level"], RegExp]>([
  [
    "half a configuration",
    { ...sound, configuration: { type: "broken", role: "all", problem: "APP_ID is missing" } },
    "configuration",
    "failed",
    /APP_ID is missing/,
  ],
  [
    "the key of another App",
    {
      ...sound,
      configuration: {
        type: "app",
        pagesAt: "http://127.0.0.1:4000",
        lacksProxies: false,
        github: {
          appId: 8,
          privateKey: "",
          webhookSecrets: [],
          baseUrl: undefined,
          client: { id: "Iv1", secret: "s" },
        },
      },
    },
    "App",
    "failed",
    /belongs to App 7, but APP_ID is/,
  ],
  [
    "an App without its client",
    {
      ...sound,
      configuration: {
        type: "app",
        pagesAt: "https://box.example.com",
        lacksProxies: false,
        github: { appId: 7, privateKey: "", webhookSecrets: [], baseUrl: undefined },
      },
    },
    "sign-in",
    "warning",
    /CLIENT_ID and CLIENT_SECRET are not set/,
  ],
  [
    "pages behind a proxy that is not named",
    {
      ...sound,
      configuration: {
        type: "app",
        pagesAt: "https://box.example.com",
        lacksProxies: true,
        github: {
          appId: 7,
          privateKey: "",
          webhookSecrets: [],
          baseUrl: undefined,
          client: { id: "Iv1", secret: "s" },
        },
      },
    },
    "proxies",
    "warning",
    /all callers look like the proxy.*TRUSTED_PROXIES|TRUSTED_PROXIES is not set/,
  ],
  [
    "pages that no browser reaches",
    {
      ...sound,
      configuration: {
        type: "app",
        pagesAt: undefined,
        lacksProxies: false,
        github: { appId: 7, privateKey: "", webhookSecrets: [], baseUrl: undefined },
      },
    },
    "sign-in",
    "warning",
    /PUBLIC_URL/,
  ],
  [
    "a missing event",
    looking({
      app: {
        ok: true,
        value: { id: 7, slug: "box", html_url: "u", permissions: granted.permissions, events: [] },
      },
    }),
    "permissions",
    "failed",
    /event issues/,
  ],
  [
    "merges that the App may not make",
    kept({ repositories: merging }),
    "merging",
    "warning",
    /acme\/demo: .* lacks contents: write, pull_requests: write/,
  ],
  [
    "a permission not accepted yet",
    installed({ permissions: { issues: "read" } }),
    "permissions",
    "failed",
    /acme lacks: issues: write/,
  ],
  [
    "no installation",
    looking({ installations: { ok: true, value: [] } }),
    "installations",
    "failed",
    /not installed anywhere/,
  ],
  [
    "a suspended installation",
    installed({ suspended_at: "2026-01-01T00:00:00Z" }),
    "installations",
    "warning",
    /suspended/,
  ],
  [
    "an installation without repositories",
    installed({ repositories: { ok: true, value: [] } }),
    "installations",
    "warning",
    /no repositories/,
  ],
  [
    "a quota nearly spent",
    installed({
      rates: {
        ok: true,
        value: { core: { limit: 5000, remaining: 10 }, graphql: { limit: 5000, remaining: 5000 } },
      },
    }),
    "rate limits",
    "warning",
    /10 of 5000/,
  ],
  [
    "a webhook without an address",
    looking({ hook: { ok: true, value: { url: "" } } }),
    "webhook",
    "warning",
    /no webhook URL/,
  ],
  ["nothing delivered", delivered(), "webhook", "warning", /delivered nothing/],
  ["a wrong secret", delivered(401, 401), "webhook", "failed", /status 401/],
  ["a reach that is back", delivered(202, 0), "webhook", "warning", /The latest one succeeded/],
  [
    "a missing label",
    installed({ repositories: { ok: true, value: [{ ...repository, labels: { ok: true, value: [] } }] } }),
    "labels",
    "warning",
    /kind:task/,
  ],
  [
    "a broken settings file",
    kept({
      repositories: [
        { id: "R_demo", name: "acme/demo", settings: undefined, problem: "`x` is not a setting", traces },
      ],
    }),
    "settings",
    "failed",
    /is not a setting/,
  ],
  [
    "a pause by the settings",
    kept({
      repositories: [
        { id: "R_demo", name: "acme/demo", settings: "paused: true", problem: undefined, traces },
      ],
    }),
    "pause",
    "warning",
    /acme\/demo is paused/,
  ],
  [
    "another installation that leads",
    kept({
      repositories: [
        { id: "R_demo", name: "acme/demo", settings: "leader: BOT_first", problem: undefined, traces },
      ],
    }),
    "leader",
    "warning",
    /BOT_first.*writes nothing/,
  ],
  [
    "a pause",
    { ...sound, pauses: { ...nothingPaused, everything: { reason: "moving", since: 0 } } },
    "pause",
    "warning",
    /moving/,
  ],
  [
    "an agent who may decide",
    installed({
      repositories: {
        ok: true,
        value: [
          {
            ...repository,
            agents: { ok: true, value: [{ repository: "acme/demo", login: "maria", role: "admin" }] },
          },
        ],
      },
    }),
    "logins",
    "warning",
    /maria is listed as an agent and is admin/,
  ],
  [
    "a folder open to others",
    { ...sound, folder: { path: "/data", state: "open to others", freeBytes: 10 ** 10 } },
    "data folder",
    "warning",
    /Other users can read/,
  ],
  [
    "a full disk",
    { ...sound, folder: { path: "/data", state: "writable", freeBytes: 1000 } },
    "data folder",
    "failed",
    /0 MiB free/,
  ],
  [
    "a program that runs as the server's user",
    { ...sound, now: 3_600_000, programs: { newest: { agent: "ada", at: 0 }, keyFile: undefined } },
    "programs",
    "failed",
    /started a program for ada 1h ago, as the user that the server runs as/,
  ],
  [
    "the App's key in the data folder",
    { ...sound, programs: { newest: undefined, keyFile: "/data/app.env" } },
    "programs",
    "warning",
    /\/data\/app\.env has the App's key/,
  ],
  ["no server", { ...sound, server: { type: "none" } }, "server", "warning", /No server is using/],
  [
    "a silent server",
    { ...sound, server: { type: "silent", url: "http://127.0.0.1:1" } },
    "server",
    "failed",
    /does not respond/,
  ],
  [
    "a server that is not ready",
    { ...sound, server: { type: "answers", url: "u", status: 503, missing: ["labels"] } },
    "server",
    "failed",
    /missing: labels/,
  ],
  ["dead letters", kept({ deliveries: { pending: 0, dead: 2 } }), "index", "warning", /2 deliveries/],
  ["refused writes", kept({ effects: { waiting: 0, refused: 3 } }), "index", "warning", /refused 3/],
  [
    "an index that cannot be read",
    { ...sound, store: "The index is damaged." },
    "index",
    "failed",
    /damaged/,
  ],
])("%s is the only problem found, with advice", (_, scene, check, level, found) => {
  expect(troubles(scene)).toEqual([
    { check, level, found: expect.stringMatching(found), advice: expect.stringMatching(/\S/) },
  ]);
});

test.each([
  ["trust: { agents: [alice] }", "alice"],
  ["trust: { agents: [U_kgDOBexample, '@bob'] }", "bob"],
  ["escalations: { assignees: [maria] }", "maria"],
  ["policy: [{ name: a, who: [people, maintain, robot-7] }]", "robot-7"],
  ["leader: signalbox", "signalbox"],
])("N47 doctor says how to get an account's ID if the settings have a login: %s", (settings, login) => {
  const repositories = [{ id: "R_demo", name: "acme/demo", settings, problem: undefined, traces }];
  const [found] = checkSettings({ store: { ...store, repositories } });
  expect(found).toMatchObject({
    level: "warning",
    advice: expect.stringContaining(`gh api users/${login} --jq .node_id`),
  });
});

test("N47 doctor recognises old and new account IDs", () => {
  const settings = "trust: { agents: [U_kgDOBexample, BOT_kgDOBe, MDQ6VXNlcjE=, MDQ6VXNlcjEyMzQ1] }";
  const repositories = [{ id: "R_demo", name: "acme/demo", settings, problem: undefined, traces }];
  expect(checkSettings({ store: { ...store, repositories } })).toMatchObject([{ level: "ok" }]);
});

test("names the agents that signalbox starts, within which limits, and what each was offered or works on", () => {
  const minute = 60_000;
  const named = (number: number) => ({ owner: "acme", repo: "demo", number });
  const settings = `agents:
  ada: { account: U_ada, start: workflow }
  bea: { account: U_bea }
starts: { parallel: 3, per_hour: 4, per_day: 5 }
`;
  const starts = [
    { issue: named(12), agent: "ada", at: 0, isTaken: false },
    { issue: named(13), agent: "ada", at: 30 * minute, isTaken: true },
  ];
  const [repository] = store.repositories;
  const scene = {
    ...sound,
    now: 90 * minute,
    store: { ...store, starts, repositories: repository === undefined ? [] : [{ ...repository, settings }] },
  };
  const lines = runChecks(scene).filter(({ check }) => check === "starts");
  expect(lines.map(({ level, found }) => [level, found])).toEqual([
    ["ok", "acme/demo: signalbox starts ada, at most 3 at once, 4 within an hour and 5 within a day."],
    ["ok", "acme/demo#12: ada was offered it 90m ago."],
    ["ok", "acme/demo#13: ada works since it was started 1h ago."],
  ]);
  expect(runChecks(sound).filter(({ check }) => check === "starts")).toEqual([]);
});

describe("the settings file", () => {
  const guarded = (value: { byRule: boolean; hasOwner: boolean; asksOwner: boolean }) => {
    const repositories = {
      ok: true,
      value: [{ ...repository, settingsGuard: { ok: true, value: { ...value, requiredChecks: [] } } }],
    } as const;
    const installations = { ok: true, value: [{ ...installation, repositories }] } as const;
    const found = runChecks({ ...sound, inspection: { ...inspection, installations } });
    return found.find(({ check }) => check === "settings file");
  };

  test("N05 doctor warns if no ruleset or code owner protects the settings file", () => {
    expect(guarded({ byRule: true, hasOwner: false, asksOwner: false })?.level).toBe("ok");
    expect(guarded({ byRule: false, hasOwner: true, asksOwner: true })?.level).toBe("ok");
    const open = guarded({ byRule: false, hasOwner: false, asksOwner: false });
    expect(open).toMatchObject({
      level: "warning",
      found: expect.stringContaining("no ruleset or code owner"),
    });
    const owned = guarded({ byRule: false, hasOwner: true, asksOwner: false });
    expect(owned).toMatchObject({
      level: "warning",
      found: expect.stringContaining("no rule requires their review"),
    });
  });
});

describe("doctor, where agents write with a person's login", () => {
  const found = (withPerson: string, configuration = sound.configuration) => {
    const settings = `agents:
  ada: { account: U_alice, with_person: ${withPerson}, key: "${adaKey}" }
  bea: { account: U_alice }
  cleo: { account: U_own }
`;
    const store = typeof sound.store === "object" ? sound.store : undefined;
    const [only] = store?.repositories ?? [];
    if (store === undefined || only === undefined) throw new Error("the sound scene has a repository");
    const scene = { ...sound, configuration, store: { ...store, repositories: [{ ...only, settings }] } };
    return runChecks(scene).filter(({ check }) => check === "agents");
  };

  test("says that the person decides on the pages", () => {
    expect(found("true")).toEqual([
      expect.objectContaining({
        level: "ok",
        found: expect.stringMatching(/a person and ada, bea write as U_alice, .* the person decides at http/),
      }),
    ]);
  });

  test("fails where nobody can sign in, and names the ways out", () => {
    const { configuration } = sound;
    if (configuration.type !== "app") throw new Error("the sound scene has an App");
    const { client: _, ...github } = configuration.github;
    const [only] = found("true", { ...configuration, github: { ...github, client: undefined } });
    expect(only).toMatchObject({
      level: "failed",
      advice: expect.stringMatching(/second account.*agents add/),
    });
  });

  test("warns where an admin accepted that comments count", () => {
    expect(found("comments")).toMatchObject([
      { level: "warning", found: expect.stringContaining("an agent with that token can answer, decide") },
    ]);
  });
});

test("AG52 doctor warns where the check about locks is required and cannot fail, or does not always come", () => {
  const locksWith = (settings: string | undefined, requiredChecks: readonly string[]) => {
    const value = { ...repository.settingsGuard.value, requiredChecks };
    const repositories = {
      ok: true,
      value: [{ ...repository, settingsGuard: { ok: true, value } }],
    } as const;
    const installations = { ok: true, value: [{ ...installation, repositories }] } as const;
    const stored = [{ id: "R_demo", name: "acme/demo", settings, problem: undefined, traces }];
    const facts = { ...sound, inspection: { ...inspection, installations } };
    const found = runChecks({ ...facts, store: { ...store, repositories: stored } });
    return found.find(({ check }) => check === "locks");
  };
  const required = ["ci", "signalbox/locks"];
  expect(locksWith(undefined, ["ci"])).toBeUndefined();
  expect(locksWith(undefined, required)).toMatchObject({
    level: "warning",
    found: expect.stringContaining("do not enforce locks"),
  });
  expect(locksWith("locks: { enforce: true }", required)).toMatchObject({
    level: "warning",
    found: expect.stringContaining("not posted on every pull request"),
  });
  expect(locksWith("locks: { enforce: true, check: always }", required)?.level).toBe("ok");
});

test("AG82 stale pages of the checkout are a warning that names them", () => {
  const head = { commit: "0".repeat(40), date: "2026-01-01" };
  const page = (path: string, isCurrent: boolean) => ({
    ...({ path, generated: "absent", problems: [] } as const),
    state: { type: isCurrent ? "current" : "stale", verified: "1234567", changed: [] } as const,
  });
  const seen = (...pages: readonly ReturnType<typeof page>[]) =>
    runChecks({ ...sound, pages: { head, pages, others: 0, settingsProblem: undefined } }).filter(
      ({ check }) => check === "context pages",
    );
  expect(seen()).toEqual([]);
  expect(seen(page("context/a.md", true))).toMatchObject([{ level: "ok" }]);
  expect(seen(page("context/a.md", true), page("context/b.md", false))).toMatchObject([
    {
      level: "warning",
      found: expect.stringContaining("1 of 2 in this checkout"),
      advice: expect.any(String),
    },
  ]);
});

test("doctor lists what is stored of removed repositories, the first of them by name", () => {
  const removed = Array.from({ length: 23 }, (_, n) => ({
    id: `R_${n}`,
    name: `acme/r${n}`,
    removedAt: Date.UTC(2026, 0, 2),
    issues: n,
  }));
  const found = runChecks(kept({ removed })).filter(({ found: words }) =>
    words.includes("KEEP_REMOVED_DAYS"),
  );
  expect(found).toHaveLength(21);
  expect(found[1]).toEqual({
    check: "index",
    level: "ok",
    found:
      "acme/r1 was removed from the installation on 2026-01-02; 1 of its issues are stored until KEEP_REMOVED_DAYS are over.",
  });
  expect(found.at(-1)?.found).toMatch(/^Data of 3 more removed repositories/);
});
