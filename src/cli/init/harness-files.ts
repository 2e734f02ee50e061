/**
 * The files by which programs of agents come to read AGENTS.md, and the hooks of those that have some. Codex and
 * opencode read AGENTS.md by themselves.
 */
import type { WantedFile } from "./wanted-file.ts";

/** Programs that need a file of their own. */
export const ledHarnesses = ["claude", "cursor", "copilot"] as const;
export type LedHarness = (typeof ledHarnesses)[number];

const claudeSettingsPath = ".claude/settings.json";

export interface HarnessOptions {
  /** The programs that get a file. */
  readonly harness?: readonly LedHarness[];
  /** Whether Claude Code's settings get hooks. */
  readonly hooks?: boolean;
}

/** @param shipped reads a file of the package */
export function harnessFiles(
  { harness = [], hooks = false }: HarnessOptions,
  shipped: (path: string) => string,
): readonly WantedFile[] {
  const files: Readonly<Record<LedHarness, WantedFile>> = {
    claude: { path: "CLAUDE.md", text: "@AGENTS.md\n", upkeep: "section", unlessLine: "@AGENTS.md" },
    cursor: {
      path: ".cursor/rules/signalbox.mdc",
      text: shipped("templates/init/cursor-rule.mdc"),
      upkeep: "form",
    },
    copilot: {
      path: ".github/copilot-instructions.md",
      text: "Read [AGENTS.md](../AGENTS.md) before you begin, and follow it.\n",
      upkeep: "section",
    },
  };
  const settings: WantedFile = {
    path: claudeSettingsPath,
    upkeep: "hooks",
    text: shipped("templates/init/claude-settings.json"),
  };
  return [...harness.map((name) => files[name]), ...(hooks ? [settings] : [])];
}
