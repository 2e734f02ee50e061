/** Opens for each call of an MCP client what the command line would open for the same command. */
import type { Call, Door } from "../../mcp/calls.ts";
import type { Operation, OperationPorts } from "../../operations/operation.ts";
import { giveSigns } from "../beat/while-running.ts";
import type { PlaceFlags } from "../gh/callers-place.ts";
import { hasIndex } from "../local-index/index-here.ts";
import type { Terminal } from "../terminal/terminal.ts";

/**
 * @param terminal whose output is not the client's: what is printed there is for a log
 * @param stopping ends what waits, with the answer that it has not happened yet
 */
export function createDoor(terminal: Terminal, options: PlaceFlags, stopping: AbortSignal): Door {
  return {
    agent: terminal.env.SIGNALBOX_AGENT || undefined,
    open: async (operation, given, call, use) => {
      const signs = giveSigns(terminal.env, { home: options.home });
      try {
        // The list of tools does not wait for it.
        const { portsFor } = await import("../terminal/operation-ports.ts");
        const open = portsFor(operation, terminal, placeFor(terminal, operation, options), given);
        return await open((ports) => use(withCall(ports, call, stopping)));
      } finally {
        void signs.end();
      }
    },
  };
}

/** The login of `--as` writes; it does not say that an index which is at hand is to be passed over. */
function placeFor(terminal: Terminal, { effect }: Operation, options: PlaceFlags): PlaceFlags {
  if (effect === "writes" || !hasIndex(terminal, options.home)) return options;
  const { home, repo } = options;
  return { ...(home === undefined ? {} : { home }), ...(repo === undefined ? {} : { repo }) };
}

function withCall(ports: OperationPorts, { signal, progress }: Call, stopping: AbortSignal): OperationPorts {
  return { ...ports, signal: AbortSignal.any([signal, stopping]), progress };
}
