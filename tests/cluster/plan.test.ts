import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readWebEnvironment, readWorkerEnvironment } from "../../src/server/composition/role-environment.ts";
import { processesOf } from "./plan.ts";
import { findPrograms } from "./postgres.ts";

const key = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
const plan = {
  folder: "/data/cluster",
  port: 4100,
  inherited: { PATH: "/bin" },
  databaseUrl: "postgres://signalbox:word@127.0.0.1:4102/signalbox",
  sessionKey: "s".repeat(48),
  app: {
    APP_ID: "1",
    PRIVATE_KEY: key.export({ type: "pkcs8", format: "pem" }).toString(),
    WEBHOOK_SECRET: "w".repeat(32),
    CLIENT_ID: "client",
    CLIENT_SECRET: "secret",
    GHE_HOST: "127.0.0.1:4101",
    GHE_PROTOCOL: "http",
  },
};

test("two web processes and two workers get what their roles need, each a port and a folder of its own", () => {
  const processes = processesOf(plan);
  expect(processes.map(({ name }) => name)).toEqual(["web-1", "web-2", "worker-1", "worker-2"]);
  for (const { role, port, env } of processes) {
    if (role === "web") expect(readWebEnvironment(env)).toMatchObject({ port, superfluous: [] });
    else expect(readWorkerEnvironment(env)).toMatchObject({ port, host: "127.0.0.1" });
    expect("WEBHOOK_SECRET" in env).toBe(role === "web");
  }
  for (const name of ["PORT", "SIGNALBOX_HOME"])
    expect(new Set(processes.map(({ env }) => env[name])).size, name).toBe(4);
});

test("without PostgreSQL it says what to install, and what runs without it", () => {
  const empty = mkdtempSync(join(tmpdir(), "signalbox-cluster-"));
  onTestFinished(() => rmSync(empty, { recursive: true }));
  const search = () => findPrograms(empty, join(empty, "none"));
  expect(search).toThrow(
    "PostgreSQL is not installed, and the cluster needs its programs. Debian and Ubuntu: apt-get",
  );
  expect(search).toThrow("Without it, `npm start` runs one process on SQLite.");
});
