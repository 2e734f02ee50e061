/** Claude Code, https://code.claude.com/docs/en/settings. */
import { arch } from "node:os";
import { join } from "node:path";
import { type AgentProgram, type McpServer, writeSettings } from "./agent-program.ts";

export const claude: AgentProgram = {
  name: "claude",
  title: "Claude Code",
  package: "@anthropic-ai/claude-code",
  binary: `@anthropic-ai/claude-code-linux-${arch()}/claude`,
  unrestricted: "claude --allowedTools Bash Write mcp__signalbox",
  headless: "claude -p --output-format json",
  resume: (conversation) => `--resume ${conversation}`,
  toolName: (tool) => `mcp__signalbox__${tool}`,
  variable: "CLAUDECODE",
  hooks: ".claude/settings.json",
  setUp: ({ home, model, mcp }) => {
    const mcpServers = mcp === undefined ? {} : { signalbox: entryFor(mcp) };
    writeSettings(join(home, ".claude.json"), JSON.stringify({ mcpServers }));
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

function entryFor(mcp: McpServer): Readonly<Record<string, unknown>> {
  if (mcp.type === "stdio") return mcp;
  return { type: "http", url: mcp.url, headers: { Authorization: `Bearer ${mcp.token}` } };
}
