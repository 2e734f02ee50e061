/**
 * The files that a repository gets, from those that the package contains. The forms are this repository's
 * own, which tests compare with the kinds.
 */
import { readFileSync } from "node:fs";
import { allKinds } from "../../protocol/kinds/kinds.ts";
import { settingsPath } from "../../protocol/settings/config.ts";
import { agentWorkflow, agentWorkflowPath, type WorkflowOptions } from "./agent-workflow.ts";
import { type HarnessOptions, harnessFiles, preparedHarnesses } from "./harness-files.ts";
import { mcpPath } from "./mcp-entry.ts";
import type { WantedFile } from "./wanted-file.ts";

const root = new URL("../../../", import.meta.url);
const shipped = (path: string): string => readFileSync(new URL(path, root), "utf8");

export interface WantedOptions extends WorkflowOptions, HarnessOptions {
  /** Also an entry for clients that read `.mcp.json`. */
  readonly mcp?: boolean;
}

const startingTexts = {
  [settingsPath]: "signalbox.yml",
  "context/architecture.md": "architecture.md",
  "context/decisions.md": "decisions.md",
  "context/constraints.md": "constraints.md",
  "context/tracks/README.md": "tracks.md",
  "docs/adr/README.md": "adr.md",
} as const;

export function wantedFiles(options: WantedOptions = {}): readonly WantedFile[] {
  const forms = allKinds.map(({ name }): WantedFile => {
    const path = `.github/ISSUE_TEMPLATE/${name}.yml`;
    return { path, text: shipped(path), upkeep: "form" };
  });
  const texts = Object.entries(startingTexts).map(
    ([path, source]): WantedFile => ({ path, text: shipped(`templates/init/${source}`), upkeep: "once" }),
  );
  const agents: WantedFile = {
    path: "AGENTS.md",
    text: shipped("templates/init/agents.md"),
    upkeep: "section",
  };
  const servers = options.mcp === true ? [mcpFile()] : [];
  return [...forms, ...texts, agents, ...harnessFiles(options, shipped), ...servers, ...workflowOf(options)];
}

/** All files that `init` may have written, with whatever options. */
export function filesEverInstalled(): readonly WantedFile[] {
  const template = shipped("templates/init/signalbox-agent.yml");
  const all = wantedFiles({ mcp: true, harness: preparedHarnesses, hooks: true });
  return [...all, { path: agentWorkflowPath, text: template, upkeep: "form" }];
}

function mcpFile(): WantedFile {
  return { path: mcpPath, text: shipped("templates/init/mcp.json"), upkeep: "entry" };
}

/** Updated as forms are, while nobody has edited it. */
function workflowOf({ start, bot, source }: WorkflowOptions): readonly WantedFile[] {
  if (start === undefined) return [];
  const text = agentWorkflow(shipped("templates/init/signalbox-agent.yml"), {
    start,
    ...(bot === undefined ? {} : { bot }),
    ...(source === undefined ? {} : { source }),
  });
  return [{ path: agentWorkflowPath, text, upkeep: "form" }];
}
