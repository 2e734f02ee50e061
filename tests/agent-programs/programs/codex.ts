/** Codex, https://developers.openai.com/codex/config-reference. */
import { arch } from "node:os";
import { join } from "node:path";
import { type AgentProgram, type McpServer, writeSettings } from "./agent-program.ts";

const [build, triple] =
  arch() === "arm64" ? ["arm64", "aarch64-unknown-linux-musl"] : ["x64", "x86_64-unknown-linux-musl"];

export const codex: AgentProgram = {
  name: "codex",
  title: "Codex",
  package: "@openai/codex",
  binary: `@openai/codex-linux-${build}/vendor/${triple}/bin/codex`,
  unrestricted: "codex exec --sandbox danger-full-access -c allow_login_shell=false",
  headless: "codex exec --json",
  resume: (conversation) => `resume ${conversation}`,
  toolName: (tool) => `mcp__signalbox__${tool}`,
  variable: "CODEX_THREAD_ID",
  hooks: ".codex/hooks.json",
  setUp: ({ home, model, checkout, mcp }) => {
    const settings = `model = "scripted"
model_provider = "scripted"

[model_providers.scripted]
name = "Scripted"
base_url = "${model}/v1"
wire_api = "responses"
env_key = "SCRIPTED_KEY"
request_max_retries = 1
stream_max_retries = 1

[projects.${JSON.stringify(checkout)}]
trust_level = "trusted"
`;
    writeSettings(join(home, ".codex/config.toml"), `${settings}${mcp === undefined ? "" : entryFor(mcp)}`);
    return {
      SCRIPTED_KEY: "sk-dummy",
      ...(mcp?.type === "http" ? { SIGNALBOX_TOKEN: mcp.token } : {}),
    };
  },
};

/** JSON's strings and lists of strings are TOML, too. */
function entryFor(mcp: McpServer): string {
  if (mcp.type === "http")
    return `
[mcp_servers.signalbox]
url = ${JSON.stringify(mcp.url)}
bearer_token_env_var = "SIGNALBOX_TOKEN"
`;
  const env = Object.entries(mcp.env).map(([name, value]) => `${name} = ${JSON.stringify(value)}`);
  return `
[mcp_servers.signalbox]
command = ${JSON.stringify(mcp.command)}
args = ${JSON.stringify(mcp.args)}
env = { ${env.join(", ")} }
`;
}
