/**
 * Tests the package from outside its source: a lock that installs on every platform, a guard that an old Node can
 * read, a manifest that asks for no more than it may. npm does not keep the lock complete: where a registry lacks
 * another platform's build, npm drops that entry, and `npm ci` then refuses the whole file.
 */
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { isKnownEvent } from "../src/server/ingress/event-name.ts";

const root = join(import.meta.dirname, "..");
const read = (name: string): string => readFileSync(join(root, name), "utf8");

interface LockEntry {
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const packShape = z.tuple([z.object({ files: z.array(z.object({ path: z.string() })) })]);

function inFolder(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? relative(root, join(entry.parentPath, entry.name)) : [],
  );
}

/** Runs the guard in a process that takes itself for another version of Node. */
function guardUnder(version: string, path = join(root, "src/cli/runtime.mjs")) {
  const script = `Object.defineProperty(process.versions, "node", { value: "${version}" });
    await import(${JSON.stringify(pathToFileURL(path))});`;
  return spawnSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" });
}

describe("the package", () => {
  test("locks every platform's build of its tools, so that it installs on any machine", () => {
    const packages: Readonly<Record<string, LockEntry>> = JSON.parse(read("package-lock.json")).packages;
    const missing = Object.entries(packages).flatMap(([at, { optionalDependencies }]) =>
      Object.keys(optionalDependencies ?? {}).filter(
        (name) =>
          packages[`node_modules/${name}`] === undefined &&
          packages[`${at}/node_modules/${name}`] === undefined,
      ),
    );
    expect(missing).toEqual([]);
  });

  test("brings the files that its commands read, beside the code", () => {
    const packed = spawnSync("npm", ["pack", "--ignore-scripts", "--dry-run", "--json"], {
      cwd: root,
      encoding: "utf8",
    });
    const [{ files }] = packShape.parse(JSON.parse(packed.stdout));
    const paths = new Set(files.map(({ path }) => path));
    const read = [...inFolder("templates"), ...inFolder(".github/ISSUE_TEMPLATE"), "app.yml"];
    expect(read.length).toBeGreaterThan(30);
    for (const path of [...read, "docs/settings.schema.json", "docs/plan.schema.json"])
      expect(paths).toContain(path);
  });

  test.each(["14.21.3", "20.20.2", "22.0.0"])("says in one line what to do under Node %s", (version) => {
    const { status, stderr } = guardUnder(version);
    expect(status).toBe(1);
    expect(stderr).toMatch(/^signalbox needs Node 24 .* with Node \d+\.\d+\.\d+\. Run `npm ci` .*\n$/);
    expect(stderr).toContain(version);
  });

  test("N45 names the Node to install where it is installed as a package", () => {
    const installed = mkdtempSync(join(tmpdir(), "signalbox-guard-"));
    try {
      copyFileSync(join(root, "src/cli/runtime.mjs"), join(installed, "runtime.mjs"));
      const { status, stderr } = guardUnder("20.20.2", join(installed, "runtime.mjs"));
      expect({ status, stderr }).toEqual({
        status: 1,
        stderr:
          "signalbox needs Node 24 or newer and was started with Node 20.20.2. Install Node 24 (https://nodejs.org/en/download), or install it next to signalbox: npm install node@24\n",
      });
    } finally {
      rmSync(installed, { recursive: true });
    }
  });

  test("N49 installs without a warning for each package that its own Node suits and yours does not", () => {
    const copy = mkdtempSync(join(tmpdir(), "signalbox-lock-"));
    try {
      for (const name of ["package.json", "package-lock.json", ".npmrc"])
        copyFileSync(join(root, name), join(copy, name));
      const lock = join(copy, "package-lock.json");
      writeFileSync(
        lock,
        readFileSync(lock, "utf8").replaceAll(/"node": "[^"]*>= ?\d[^"]*"/g, '"node": ">=99"'),
      );
      const words = ["ci", "--dry-run", "--offline", "--no-audit", "--no-fund"];
      const { status, stderr } = spawnSync("npm", words, { cwd: copy, encoding: "utf8" });
      expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    } finally {
      rmSync(copy, { recursive: true });
    }
  });

  test("N42 is built where npm installs it from its repository, and nowhere else", () => {
    const copy = mkdtempSync(join(tmpdir(), "signalbox-prepare-"));
    try {
      const manifest = JSON.parse(read("package.json"));
      manifest.scripts.build = "echo built";
      writeFileSync(join(copy, "package.json"), JSON.stringify(manifest));
      const prepared = (env: NodeJS.ProcessEnv) =>
        spawnSync("npm", ["run", "prepare"], {
          cwd: copy,
          encoding: "utf8",
          env: { ...process.env, ...env },
        });
      // What npm sets while it makes a package of a repository.
      expect(prepared({ _PACOTE_NO_PREPARE_: "git+https://example.com" }).stdout).toMatch(/^built$/m);
      expect(prepared({})).toMatchObject({ status: 0, stdout: expect.not.stringMatching(/^built$/m) });
    } finally {
      rmSync(copy, { recursive: true });
    }
  });

  test.each(["24.0.0", "26.1.0"])("starts without a word under Node %s", (version) => {
    expect(guardUnder(version)).toMatchObject({ status: 0, stdout: "", stderr: "" });
  });
});

describe("the launcher", () => {
  test("runs the sources themselves in a checkout, without a build", () => {
    const launcher = join(root, "src/cli/signalbox.mjs");
    const { status, stdout, stderr } = spawnSync(process.execPath, [launcher, "--version"], {
      encoding: "utf8",
    });
    expect({ status, stdout, stderr }).toEqual({
      status: 0,
      stdout: `${JSON.parse(read("package.json")).version}\n`,
      stderr: "",
    });
  });
});

describe("the App's manifest", () => {
  const manifest: Readonly<Record<string, unknown>> = parse(read("app.yml"));

  test("asks for the least permission that the App needs, in the API's spelling", () => {
    expect(manifest.default_permissions).toEqual({
      checks: "write",
      contents: "read",
      issues: "write",
      metadata: "read",
      merge_queues: "read",
      pull_requests: "read",
    });
    expect(manifest.public).toBe(false);
  });

  test("subscribes only to events that lead somewhere", () => {
    const events = manifest.default_events;
    expect(Array.isArray(events) ? events.filter((name) => !isKnownEvent(name)) : events).toEqual([]);
  });
});
