/** Files that tools and agents' programs read as instructions, as their documentation names them. */
import { describe, expect, test } from "vitest";
import { readerOfInstructions } from "../../src/protocol/instruction-files.ts";

describe("a file that a program reads as instructions or configuration", () => {
  test.each([
    [".github/workflows/ci.yml", "GitHub"],
    ["docs/CODEOWNERS", "GitHub"],
    ["src/.gitattributes", "git"],
    ["AGENTS.md", "agents' programs"],
    ["packages/web/AGENTS.override.md", "agents' programs"],
    ["Claude.md", "agents' programs"],
    ["web/.claude/settings.json", "agents' programs"],
    ["GEMINI.md", "agents' programs"],
    [".codex/config.toml", "agents' programs"],
    ["opencode.json", "agents' programs"],
    [".cursor/rules/style.mdc", "agents' programs"],
    ["skills/review/SKILL.md", "agents' programs"],
    [".mcp.json", "agents' programs"],
    [".vscode/settings.json", "editors and containers for development"],
    ["web/.npmrc", "package managers"],
    [".pre-commit-config.yaml", "hooks and version managers"],
    [".gitlab-ci.yml", "builds"],
    ["AGENTS.md. .", "agents' programs"],
    [".claude\\settings.json", "agents' programs"],
    ["\uff23\uff2c\uff21\uff35\uff24\uff25.md", "agents' programs"],
    [".gitpod.yml", "programs that keep their settings in hidden files"],
    [".idx/airules.md", "programs that keep their settings in hidden files"],
    [".aiassistant/rules/style.md", "programs that keep their settings in hidden files"],
    [".config/mise/config.toml", "programs that keep their settings in hidden files"],
    ["web/.env", "programs that keep their settings in hidden files"],
    ["src/.github/a", "programs that keep their settings in hidden files"],
    ["pnpm-workspace.yaml", "package managers"],
    ["Directory.Build.props", "package managers"],
  ])("%s is known with its reader", (path, reader) => {
    expect(readerOfInstructions(path)).toBe(reader);
  });

  test.each([
    "README.md",
    "src/agents/agent.ts",
    "docs/claude-style.md",
    "web/.gitignore",
    ".changeset/brave-dogs.md",
    "../docs/./page.md",
    "package.json",
    "context/architecture.md",
    "docs/adr/0001-agents.md",
    "",
  ])("%j is an ordinary file", (path) => {
    expect(readerOfInstructions(path)).toBeUndefined();
  });
});
