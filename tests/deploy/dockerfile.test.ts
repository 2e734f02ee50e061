/** No container engine runs in CI, so the image's file is held to the tree and to the environment that the App reads. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readEnvironment } from "../../src/server/composition/environment.ts";

const lines = readFileSync("Dockerfile", "utf8").split("\n");
const wordsOf = (instruction: string): readonly string[] =>
  lines
    .filter((line) => line.startsWith(`${instruction} `))
    .map((line) => line.slice(instruction.length + 1));
const listIn = (instruction: string): readonly string[] => JSON.parse(wordsOf(instruction)[0] ?? "[]");
/** What the ignore file lets into the image. */
const included = readFileSync(".dockerignore", "utf8")
  .split("\n")
  .filter((line) => line.startsWith("!"))
  .map((line) => line.slice(1));

test("the image's environment is one that the App starts with, and its ports agree", () => {
  const environment = Object.fromEntries(
    wordsOf("ENV")
      .flatMap((line) => line.split(" "))
      .map((pair) => pair.split("=")),
  );
  const { host, port, home } = readEnvironment(environment);
  expect({ host, port: String(port), home }).toEqual({
    host: "0.0.0.0",
    port: wordsOf("EXPOSE")[0],
    home: wordsOf("VOLUME")[0],
  });
  expect(wordsOf("HEALTHCHECK")[0]).toContain(`127.0.0.1:${port}/readyz`);
});

test("the image runs the Node that the package asks for", () => {
  const { engines } = JSON.parse(readFileSync("package.json", "utf8"));
  expect(engines.node).toBe(`>=${/^node:(\d+)/.exec(wordsOf("FROM")[0] ?? "")?.[1]}`);
});

test("npm's cache is no part of the image", () => {
  const [install] = wordsOf("RUN").filter((line) => line.startsWith("npm ci"));
  const cache = / --cache (\S+) /.exec(install ?? "")?.[1];
  expect(install).toMatch(new RegExp(` && rm -r ${cache}$`));
});

test("what the image copies is there, and the program starts from it", async () => {
  for (const pattern of included) expect(globSync(pattern), pattern).not.toEqual([]);
  const image = mkdtempSync(join(tmpdir(), "signalbox-image-"));
  onTestFinished(() => rmSync(image, { recursive: true, force: true, maxRetries: 10 }));
  for (const path of included.flatMap((pattern) => globSync(pattern)))
    cpSync(path, join(image, path), { recursive: true });
  symlinkSync(resolve("node_modules"), join(image, "node_modules"));
  const [program, ...words] = [...listIn("ENTRYPOINT"), ...listIn("CMD")];
  expect(program).toBe("node");
  const server = spawn(process.execPath, words, {
    cwd: image,
    env: { NODE_ENV: "production", PORT: "0", HUB_PORT: "0", SIGNALBOX_HOME: join(image, "data") },
    stdio: ["ignore", "pipe", "ignore"],
  });
  onTestFinished(() => void server.kill("SIGKILL"));
  let said = "";
  for await (const chunk of server.stdout.setEncoding("utf8")) {
    said += chunk;
    if (said.includes("http://")) break;
  }
  expect(said).toContain("http://127.0.0.1:");
  server.kill("SIGTERM");
  expect(await once(server, "exit")).toEqual([0, null]);
});
