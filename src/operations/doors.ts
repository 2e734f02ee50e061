/** Which doors offer an operation. A door that is added has a line here. */
import type { Operation } from "./operation.ts";

const doors: Readonly<Record<string, (operation: Operation) => boolean>> = {
  "the command line": () => true,
  MCP: ({ tool, decides }) => tool !== "none" && decides !== true,
  "MCP with `--allow-decisions`": ({ tool, decides }) => tool !== "none" && decides === true,
  "the API": () => true,
};

export function doorsOf(operation: Operation): readonly string[] {
  return Object.keys(doors).filter((name) => doors[name]?.(operation) === true);
}
