/** Enters signalbox into a program as docs/mcp.md has it. */
import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { documentedMcp, type McpSetUp, type Transport } from "../docs-mcp.ts";
import type { Scene } from "./scene.ts";

/** In the docs' place of the data folder, and of the server's address. */
const documentedHome = "/srv/bus/.signalbox";
const documentedAddress = "https://box.example.com";

/** @returns the variables that the program needs; over HTTP the agent's token */
export async function enterServer(
  scene: Scene,
  checkout: string,
  transport: Transport,
): Promise<Readonly<Record<string, string>>> {
  const { lab, program } = scene;
  const token = transport === "http" ? await makeToken(scene) : undefined;
  const env = token === undefined ? {} : { SIGNALBOX_TOKEN: token };
  const found = documentedMcp(lab.root, program.name, transport);
  await enter(scene, checkout, inThisLab(found, scene), env);
  return env;
}

async function enter(
  scene: Scene,
  checkout: string,
  setUp: McpSetUp,
  env: Readonly<Record<string, string>>,
): Promise<void> {
  const surroundings = scene.surroundings(checkout);
  switch (setUp.type) {
    case "line":
      await scene.lab.people.must("alice", setUp.line, { cwd: checkout, env: { ...surroundings, ...env } });
      return;
    case "toml":
      return appendFileSync(join(surroundings.HOME ?? "", ".codex/config.toml"), `\n${setUp.text}`);
    case "json":
      return writeFileSync(join(checkout, "opencode.json"), setUp.text);
  }
}

/** With the hub, `--as alice` is added, as the page says. */
function inThisLab(setUp: McpSetUp, { lab }: Scene): McpSetUp {
  const home = lab.bare.SIGNALBOX_HOME ?? "";
  const replaced = (text: string): string =>
    text.replaceAll(documentedHome, home).replaceAll(documentedAddress, lab.address);
  switch (setUp.type) {
    case "line":
      return { ...setUp, line: replaced(setUp.line).replace(/(-- signalbox mcp .*)$/, "$1 --as alice") };
    case "toml":
      return { ...setUp, text: replaced(setUp.text).replace(/(args = \[.*)\]/, '$1, "--as", "alice"]') };
    case "json":
      return { ...setUp, text: replaced(setUp.text).replace(`"${home}"`, `"${home}", "--as", "alice"`) };
  }
}

export async function makeToken({ lab }: Scene): Promise<string> {
  const printed = await lab.people.must("alice", "signalbox tokens add --agent ada");
  const token = /sbx_[A-Za-z0-9_-]+/.exec(printed)?.[0];
  if (token === undefined) throw new Error(`tokens add printed no token: ${printed}`);
  return token;
}
