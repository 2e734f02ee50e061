/** Claude Code, https://code.claude.com/docs/en/settings. */
import { arch } from "node:os";
import type { AgentProgram } from "./agent-program.ts";

export const claude: AgentProgram = {
  name: "claude",
  title: "Claude Code",
  package: "@anthropic-ai/claude-code",
  binary: `@anthropic-ai/claude-code-linux-${arch()}/claude`,
  unrestricted: "claude --allowedTools Bash Write mcp__signalbox",
  headless: "claude -p --output-format json --allowedTools Bash Write mcp__signalbox",
  withTools: "claude -p --output-format json --allowedTools mcp__signalbox",
  toolName: (tool) => `mcp__signalbox__${tool}`,
  setUp: ({ model }) => {
    return {
      ANTHROPIC_BASE_URL: model,
      ANTHROPIC_API_KEY: "sk-ant-dummy",
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      DISABLE_TELEMETRY: "1",
      DISABLE_AUTOUPDATER: "1",
      DISABLE_ERROR_REPORTING: "1",
    };
  },
};
