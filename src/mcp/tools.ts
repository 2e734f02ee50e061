/** The tools that are always listed: few, because every conversation pays for the list. */
import { catalogue } from "../operations/catalogue.ts";
import type { Operation } from "../operations/operation.ts";
import { dispatchTool } from "./dispatch-tool.ts";
import { askTool } from "./tools/ask.ts";
import { briefTool } from "./tools/brief.ts";
import { claimTool } from "./tools/claim.ts";
import { handOverTool } from "./tools/hand-over.ts";
import { readyTool } from "./tools/ready.ts";
import { sendTool } from "./tools/send.ts";
import type { Tool } from "./tools/tool.ts";
import { waitTool } from "./tools/wait.ts";

export interface ToolOptions {
  /** Whether a model may decide what is left to people. */
  readonly allowsDecisions: boolean;
}

export function toolsOf(options: ToolOptions): readonly Tool[] {
  return [
    readyTool,
    briefTool,
    claimTool,
    askTool,
    sendTool,
    waitTool,
    handOverTool,
    dispatchTool(catalogue.filter((operation) => isOffered(operation, options))),
  ];
}

/** A person's login in a model's hands decides nothing, unless that person says so. */
function isOffered({ tool, decides }: Operation, { allowsDecisions }: ToolOptions): boolean {
  return tool !== "none" && (allowsDecisions || decides !== true);
}
