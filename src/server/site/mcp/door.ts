/** What a tool reaches for a program with a token. */
import { UserError } from "../../../base/errors.ts";
import type { Door } from "../../../mcp/calls.ts";
import type { ApiPorts } from "../api/serve.ts";
import { insteadFor, portsOf, type Reader, requireAllowed } from "../reader.ts";

export type TokenReader = Extract<Reader, { readonly type: "token" }>;

export function createTokensDoor(reader: TokenReader, api: ApiPorts): Door {
  return {
    agent: reader.token.agent,
    open: async (operation, given, { signal, progress }, use) => {
      requireAllowed(reader, operation, {});
      const ports = await portsOf(reader, api);
      const within = { ...ports, progress, signal: AbortSignal.any([signal, api.closing]) };
      const instead = await insteadFor(reader, api, operation, within, given);
      if (instead?.type === "command") throw new UserError(instead.why, { code: "not-here" });
      const begun = performance.now();
      const result = await use(instead === undefined ? within : instead.ports);
      api.operated?.(operation.name, "mcp", performance.now() - begun);
      return result;
    },
  };
}
