/**
 * The files by which programs of agents come to read AGENTS.md, and the hooks of those that have some. Codex and
 * opencode read AGENTS.md by themselves; Codex takes the same hooks as Claude Code.
 */
import { UserError } from "../../base/errors.ts";
import type { WantedFile } from "./wanted-file.ts";

/** Programs that need a file of their own to read AGENTS.md. */
const ledHarnesses = ["claude", "cursor", "copilot", "gemini"] as const;
type LedHarness = (typeof ledHarnesses)[number];

/** Programs with hooks of one form, and the file of a repository from which each takes them. */
const hooksPaths = { claude: ".claude/settings.json", codex: ".codex/hooks.json" } as const;

/** What `--harness` takes. */
export const preparedHarnesses = [...ledHarnesses, "codex"] as const;
export type PreparedHarness = (typeof preparedHarnesses)[number];

export interface HarnessOptions {
  /** The programs that get a file. */
  readonly harness?: readonly PreparedHarness[];
  /** Whether those of them that have hooks get ours. */
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
    // https://geminicli.com/docs/reference/memport: only a path that begins with a dot is documented as an import.
    gemini: { path: "GEMINI.md", text: "@./AGENTS.md\n", upkeep: "section", unlessLine: "@./AGENTS.md" },
  };
  const text = shipped("templates/init/claude-settings.json");
  const hooked = (hooks ? harness : []).flatMap((name) => (hasHooks(name) ? [hooksPaths[name]] : []));
  return [
    ...harness.flatMap((name) => (name === "codex" ? [] : [files[name]])),
    ...hooked.map((path): WantedFile => ({ path, upkeep: "hooks", text })),
  ];
}

function hasHooks(name: PreparedHarness): name is keyof typeof hooksPaths {
  return name in hooksPaths;
}

/** @throws UserError if a program that is named would get nothing */
export function requireEffect({ harness = [], hooks = false }: HarnessOptions): void {
  if (hooks && !harness.some(hasHooks))
    throw new UserError("--hooks are for Claude Code and Codex: add --harness claude, or --harness codex.");
  if (harness.includes("codex") && !hooks)
    throw new UserError(
      "codex reads AGENTS.md by itself and needs no file. For hooks that show unread notes, add --hooks.",
    );
}
