/** `signalbox doctor` with the variables of a web process or a worker, on a database of its own. */
import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { migrateJobQueue } from "../../../src/jobs/job-queue.ts";
import { change, newIndex, noPostgres } from "../../support/postgres.ts";
import { signalbox } from "../terminal.ts";

const { privateKey } = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  publicKeyEncoding: { type: "spki", format: "pem" },
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
});
/** GitHub is where nothing listens. */
const github = { APP_ID: "1", GHE_HOST: "127.0.0.1:1", GHE_PROTOCOL: "http" };
const variables = {
  web: { ...github, WEBHOOK_SECRET: "w".repeat(32), SESSION_KEY: "k".repeat(64) },
  worker: { ...github, PRIVATE_KEY: privateKey },
};

async function doctor(
  url: string | undefined,
  env: Readonly<Record<string, string>>,
  options: readonly string[] = [],
) {
  const home = mkdtempSync(join(tmpdir(), "signalbox-doctor-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const { code, out } = await signalbox(["doctor", "--home", home, ...options], {
    ...env,
    ...(url === undefined ? {} : { DATABASE_URL: url }),
  });
  return { code, out };
}

function runs(url: string, role: string, release: string): void {
  const now = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint";
  change(
    url,
    `INSERT INTO process (id, role, release, started_at, listens_since, seen_at, says)
     VALUES ('${role}', '${role}', '${release}', ${now}, ${now}, ${now}, '{"tenures":1,"clockAheadMs":600000}')`,
  );
}

describe.skipIf(noPostgres)("doctor on one of several machines", () => {
  test("with the variables of a web process, nothing fails while both kinds of process run", async () => {
    const url = await newIndex();
    await migrateJobQueue(url);
    runs(url, "web", "1.0.0");
    runs(url, "worker", "1.0.0");
    const { code, out } = await doctor(url, variables.web);
    expect(out).toContain("ok       configuration: App 1: all variables of a web process are set.");
    expect(out).toContain("ok       job queue: ");
    expect(out).toContain("ok       processes: Web processes: 1, workers: 1, all of release 1.0.0.");
    expect(out).toContain(
      "warning  processes: The clock of a worker process is 600 s ahead of PostgreSQL's.",
    );
    expect(code).toBe(0);
  });

  test("with the variables of a worker, GitHub is asked, and a database without a job queue is reported", async () => {
    const { code, out } = await doctor(await newIndex(), variables.worker);
    expect(out).toContain("ok       configuration: App 1: all variables of a worker are set");
    expect(out).toContain("FAILED   App: GitHub does not respond");
    expect(out).toContain("FAILED   job queue: Its tables are missing");
    expect(out).toContain("warning  processes: None uses the database.");
    expect(out).not.toContain("server:");
    expect(code).toBe(1);
  });

  test("a web process without SESSION_KEY is told what is missing, and why no key was asked for", async () => {
    const { SESSION_KEY: _, ...half } = variables.web;
    const { code, out } = await doctor(await newIndex(), half);
    expect(out).toContain("SESSION_KEY is missing");
    expect(out).toContain("Those of a web process were checked. For a single server or a worker, run");
    expect(out).not.toContain("PRIVATE_KEY_PATH is missing");
    expect(code).toBe(1);
  });

  test("a web process that lacks another variable is not asked for the App's key", async () => {
    const { WEBHOOK_SECRET: _, ...half } = variables.web;
    const without = await doctor(await newIndex(), half);
    expect(without.out).toContain("WEBHOOK_SECRET is missing");
    const nowhere = await doctor(undefined, variables.web);
    expect(nowhere.out).toContain("DATABASE_URL is missing");
    for (const { out } of [without, nowhere]) expect(out).not.toContain("PRIVATE_KEY is missing");
  });

  test("with --role a worker without its key is asked for that, and not for the webhook's secret", async () => {
    const { PRIVATE_KEY: _, ...half } = variables.worker;
    const { code, out } = await doctor(await newIndex(), half, ["--role", "worker"]);
    expect(out).toMatch(/PRIVATE_KEY\b.* (?:is|are) missing/);
    expect(out).not.toContain("WEBHOOK_SECRET");
    expect(code).toBe(1);
  });

  test("a database that one server has for itself has no such checks", async () => {
    const both = { ...variables.worker, ...variables.web };
    const { out } = await doctor(await newIndex(), both);
    expect(out).toContain("configuration: App 1, its key and its webhook secret are readable.");
    expect(out).not.toMatch(/job queue|processes:/);
    expect(out).toContain("warning  server: No server is using this data folder.");
  });
});
