/** Codex, https://developers.openai.com/codex/config-reference. */
import { appendFileSync } from "node:fs";
import { arch } from "node:os";
import { join } from "node:path";
import { type AgentProgram, writeSettings } from "./agent-program.ts";

const [build, triple] =
  arch() === "arm64" ? ["arm64", "aarch64-unknown-linux-musl"] : ["x64", "x86_64-unknown-linux-musl"];

export const codex: AgentProgram = {
  name: "codex",
  title: "Codex",
  package: "@openai/codex",
  binary: `@openai/codex-linux-${build}/vendor/${triple}/bin/codex`,
  unrestricted: "codex exec --sandbox danger-full-access -c allow_login_shell=false",
  headless: "codex exec --json --sandbox danger-full-access -c allow_login_shell=false",
  withTools: "codex exec --json --sandbox workspace-write",
  toolName: (tool) => `mcp__signalbox__${tool}`,
  setUp: ({ home, model }) => {
    const settings = `model = "scripted"
model_provider = "scripted"

[model_providers.scripted]
name = "Scripted"
base_url = "${model}/v1"
wire_api = "responses"
env_key = "SCRIPTED_KEY"
request_max_retries = 1
stream_max_retries = 1
`;
    writeSettings(join(home, ".codex/config.toml"), settings);
    return { SCRIPTED_KEY: "sk-dummy" };
  },
  trust: (home, checkout) =>
    appendFileSync(
      join(home, ".codex/config.toml"),
      `\n[projects.${JSON.stringify(checkout)}]\ntrust_level = "trusted"\n`,
    ),
};
