/** opencode, https://opencode.ai/docs/config. */
import { arch } from "node:os";
import { join } from "node:path";
import { type AgentProgram, writeSettings } from "./agent-program.ts";

export const opencode: AgentProgram = {
  name: "opencode",
  title: "opencode",
  package: "opencode-ai",
  binary: `opencode-linux-${arch()}/bin/opencode`,
  unrestricted: "opencode run",
  headless: "opencode run --format json",
  withTools: "opencode run --format json",
  toolName: (tool) => `signalbox_${tool}`,
  setUp: ({ home, model }) => {
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
    };
    writeSettings(join(home, ".config/opencode/opencode.json"), JSON.stringify(settings));
    return {
      OPENCODE_DISABLE_AUTOUPDATE: "1",
      OPENCODE_DISABLE_MODELS_FETCH: "1",
      OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
    };
  },
};
