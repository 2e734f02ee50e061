/**
 * The files that a repository gets, from those that the package contains. The forms are this repository's
 * own, which tests compare with the kinds.
 */
import { readFileSync } from "node:fs";
import { allKinds } from "../../protocol/kinds/kinds.ts";
import { settingsPath } from "../../protocol/settings/config.ts";
import { agentWorkflow, agentWorkflowPath, type WorkflowOptions } from "./agent-workflow.ts";
import { mcpPath } from "./mcp-entry.ts";

/** A file to install. */
export interface WantedFile {
  /** With forward slashes, from the repository's root. */
  readonly path: string;
  readonly text: string;
  /**
   * `form`: updated as long as no one has changed it. `once`: belongs to the repository after installation.
   * `section`: a part of a file that belongs to the repository. `entry`: one of the servers in its `.mcp.json`.
   */
  readonly upkeep: "form" | "once" | "section" | "entry";
}

const root = new URL("../../../", import.meta.url);
const shipped = (path: string): string => readFileSync(new URL(path, root), "utf8");

export interface WantedOptions extends WorkflowOptions {
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
  return [...forms, ...texts, agents, ...servers, ...workflowOf(options)];
}

/** All files that `init` may have written, with whatever options. */
export function filesEverInstalled(): readonly WantedFile[] {
  const template = shipped("templates/init/signalbox-agent.yml");
  return [...wantedFiles({ mcp: true }), { path: agentWorkflowPath, text: template, upkeep: "form" }];
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
