/** What `doctor` says of several processes on one database, on plain data. */
import { expect, test } from "vitest";
import type { CheckResult } from "../../../../src/cli/doctor/check-result.ts";
import { runChecks } from "../../../../src/cli/doctor/checks/all.ts";
import type { ClusterFound, Configuration, DoctorFacts } from "../../../../src/cli/doctor/facts.ts";
import { nothingPaused } from "../../../../src/dispatcher/schedule/pauses.ts";

const web = { role: "web", release: "1.0.0" };
const worker = { role: "worker", release: "1.0.0" };
const sound: ClusterFound = { processes: [web, web, worker], queueWasCurrent: true, degraded: [] };

const webhook = { appId: 7, webhookSecrets: [], baseUrl: undefined };
const ofWorker: Configuration = { type: "worker", github: { ...webhook, privateKey: "" } };
const ofWeb: Configuration = {
  type: "web",
  pagesAt: "https://box.example.com",
  lacksProxies: false,
  webhook: { ...webhook, client: { id: "Iv1", secret: "s" } },
};

function onMachineOf(
  configuration: Configuration,
  cluster: ClusterFound | undefined,
  more: Partial<DoctorFacts> = {},
): readonly CheckResult[] {
  return runChecks({
    now: 0,
    configuration,
    cluster,
    pauses: nothingPaused,
    pages: undefined,
    inspection: undefined,
    store: undefined,
    server: { type: "none" },
    manifest: { default_permissions: {}, default_events: [] },
    folder: { path: "/data", state: "writable", freeBytes: 10 ** 10 },
    programs: { newest: undefined, keyFile: undefined },
    ...more,
  });
}

const troubles = (findings: readonly CheckResult[]) =>
  findings
    .filter(({ level }) => level !== "ok")
    .map(({ check, level, found }) => `${level} ${check}: ${found}`);
const among = (changes: Partial<ClusterFound>) => troubles(onMachineOf(ofWorker, { ...sound, ...changes }));

test("nothing is wrong with a web process or a worker that has its own variables", () => {
  for (const configuration of [ofWeb, ofWorker]) {
    const findings = onMachineOf(configuration, sound);
    expect(troubles(findings)).toEqual([]);
    expect(findings.map(({ check }) => check)).toContain("processes");
  }
});

test("a web process without what people sign in by is told, as a single server is", () => {
  const findings = onMachineOf({ ...ofWeb, webhook }, sound);
  expect(troubles(findings)).toEqual([expect.stringContaining("CLIENT_ID and CLIENT_SECRET are not set")]);
});

test.each([
  ["no process", { processes: [] }, /^warning processes: None uses the database/],
  ["no worker", { processes: [web, web] }, /^failed processes: Web processes: 2, workers: 0\. Deliveries/],
  ["no web process", { processes: [worker] }, /^failed processes: Web processes: 0, workers: 1\. GitHub's/],
  [
    "two releases",
    { processes: [web, { ...worker, release: "0.9.0" }] },
    /^warning processes: .*of the releases 0\.9\.0 and 1\.0\.0\./,
  ],
  ["a queue without tables", { queueWasCurrent: false }, /^failed job queue: Its tables are missing/],
  [
    "what is degraded",
    { degraded: ["installation 7 has been waiting for 60 s"] },
    /^warning processes: Installation 7 has been waiting for 60 s\.$/,
  ],
])("%s is reported", (_, changes, expected) => {
  expect(among(changes)).toEqual([expect.stringMatching(expected)]);
});

test("what is degraded is not listed while no worker runs, as it follows from that", () => {
  expect(among({ processes: [web], degraded: ["no worker runs"] })).toHaveLength(1);
});

test("nobody is told to start a single server on a database that several processes share", () => {
  const broken: Configuration = { type: "broken", role: "web", problem: "SESSION_KEY is missing" };
  for (const configuration of [ofWeb, ofWorker, broken]) {
    const findings = onMachineOf(configuration, undefined, { store: "There is no index." });
    expect(findings.map(({ check }) => check)).not.toContain("server");
    expect(JSON.stringify(findings)).not.toMatch(/`signalbox start`|Start the server/);
  }
  expect(troubles(onMachineOf({ type: "none" }, sound))).toEqual([expect.stringContaining("No App is")]);
});

test.each([
  [{ value: { url: "" } }, []],
  [{ value: { url: "https://box.example.com" } }, []],
])("a worker, which refuses --poll, is not told to poll (%j)", (hook, latest) => {
  const none = { ok: false, status: 404, message: "not asked here" } as const;
  const app = { id: 7, slug: "box", html_url: "u", permissions: {}, events: [] };
  const findings = onMachineOf(ofWorker, sound, {
    inspection: {
      skewMs: 0,
      app: { ok: true, value: app },
      bot: none,
      installations: none,
      hook: { ok: true, ...hook },
      deliveries: { ok: true, value: latest },
    },
  });
  expect(findings.find(({ check }) => check === "webhook")?.level).toBe("warning");
  expect(JSON.stringify(findings)).not.toContain("--poll");
});
