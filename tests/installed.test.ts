/**
 * The package as npm installs it: packed from a build, with the packages that it asks for and none of the others. `start`
 * and `mcp` run from there, so nothing that they load may be missing from the tarball or be meant for development only.
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { readHubSession } from "../src/cli/hub/hub-session.ts";
import { connectMcp } from "./support/mcp-process.ts";

const root = join(import.meta.dirname, "..");
const manifest = z
  .object({
    files: z.array(z.string()),
    dependencies: z.record(z.string(), z.string()),
    bin: z.object({ signalbox: z.string() }),
  })
  .parse(JSON.parse(readFileSync(join(root, "package.json"), "utf8")));

const folder = mkdtempSync(join(tmpdir(), "signalbox-installed-"));
const installed = join(folder, "node_modules/signalbox");
const program = join(installed, manifest.bin.signalbox);
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }));

function ran(command: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: "utf8" });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} ended with ${status}:\n${stdout}${stderr}`);
  return stdout;
}

beforeAll(() => {
  const source = join(folder, "source");
  mkdirSync(source);
  ran(process.execPath, ["build.mjs", join(source, "dist")], root);
  // What npm packs besides is the same in a checkout.
  const others = manifest.files
    .filter((path) => !path.startsWith("dist/"))
    .map((path) => path.split("*")[0] ?? "");
  for (const path of ["package.json", "LICENSE", "README.md", ...others])
    cpSync(join(root, path), join(source, path), { recursive: true });
  const packed = ran("npm", ["pack", "--ignore-scripts", "--json"], source);
  const [{ filename }] = z.tuple([z.object({ filename: z.string() })]).parse(JSON.parse(packed));
  mkdirSync(installed, { recursive: true });
  ran("tar", ["-xzf", join(source, filename), "-C", installed, "--strip-components=1"], folder);
  for (const name of Object.keys(manifest.dependencies)) {
    mkdirSync(dirname(join(folder, "node_modules", name)), { recursive: true });
    symlinkSync(join(root, "node_modules", name), join(folder, "node_modules", name));
  }
}, 300_000);

const home = join(folder, "home");

test("N50 an installed package starts in an empty folder, with its pages and the hub", async () => {
  const child = spawn(process.execPath, [program, "start"], {
    cwd: folder,
    env: { PATH: process.env.PATH, PORT: "0", HUB_PORT: "0", SIGNALBOX_HOME: home },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(async () => {
    if (child.exitCode !== null) return;
    child.kill("SIGKILL");
    await once(child, "close");
  });
  let seen = "";
  const told = new Promise<void>((resolve) => {
    const take = (text: Buffer): void => {
      seen += text.toString();
      if (seen.includes("People ")) resolve();
    };
    child.stdout.on("data", take);
    child.stderr.on("data", take);
    child.once("close", () => resolve());
  });
  await told;
  const [page = seen] = /http:\/\/127\.0\.0\.1:\d+\/enter\/\S+/.exec(seen) ?? [];
  const styles = await fetch(new URL("/assets/style.css", page));
  expect({ entered: (await fetch(page)).status, styles: styles.status }).toEqual({
    entered: 200,
    styles: 200,
  });
  // The first query reads GitHub's schema.
  const { url = "", tokens } = readHubSession(home) ?? {};
  const asked = await fetch(`${url}/api/graphql`, {
    method: "POST",
    headers: { authorization: `bearer ${tokens?.alice}` },
    body: JSON.stringify({ query: "{ viewer { login } }" }),
  });
  expect(await asked.json()).toEqual({ data: { viewer: { login: "alice" } } });
  child.kill("SIGTERM");
  expect(await once(child, "close")).toEqual([0, null]);
}, 120_000);

test("N50 an installed package speaks MCP, and its commands run", async () => {
  const { client, closed } = await connectMcp({ SIGNALBOX_HOME: home }, { program });
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toContain("ready");
  await client.close();
  await closed;
  expect(ran(process.execPath, [program, "completion", "bash"], folder)).toContain("complete -o default");
  expect(ran(process.execPath, [program, "list", "--home", home], folder)).toContain("Nothing");
}, 120_000);
