/** opencode, https://opencode.ai/docs/config. */
import { arch } from "node:os";
import { join } from "node:path";
import { type AgentProgram, type McpServer, writeSettings } from "./agent-program.ts";

export const opencode: AgentProgram = {
  name: "opencode",
  title: "opencode",
  package: "opencode-ai",
  binary: `opencode-linux-${arch()}/bin/opencode`,
  unrestricted: "opencode run",
  headless: "opencode run --format json",
  resume: (conversation) => `--session ${conversation}`,
  toolName: (tool) => `signalbox_${tool}`,
  variable: "OPENCODE",
  hooks: undefined,
  setUp: ({ home, model, mcp }) => {
    const settings = {
      autoupdate: false,
      share: "disabled",
      model: "scripted/scripted",
      small_model: "scripted/scripted",
      provider: {
        scripted: {
          npm: "@ai-sdk/openai-compatible",
          name: "Scripted",
          options: { baseURL: `${model}/v1`, apiKey: "sk-dummy" },
          models: {
            scripted: { name: "Scripted", limit: { context: 200_000, output: 8_000 }, tool_call: true },
          },
        },
      },
      mcp: mcp === undefined ? {} : { signalbox: entryFor(mcp) },
    };
    writeSettings(join(home, ".config/opencode/opencode.json"), JSON.stringify(settings));
    return {
      OPENCODE_DISABLE_AUTOUPDATE: "1",
      OPENCODE_DISABLE_MODELS_FETCH: "1",
      OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
    };
  },
};

function entryFor(mcp: McpServer): Readonly<Record<string, unknown>> {
  if (mcp.type === "http")
    return { type: "remote", url: mcp.url, headers: { Authorization: `Bearer ${mcp.token}` }, enabled: true };
  return { type: "local", command: [mcp.command, ...mcp.args], environment: mcp.env, enabled: true };
}
