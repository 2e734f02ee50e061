/** Tells a sandbox that forbids its commands the network from a server that is away: only its owner can help. */

/** Deeper than errors name their causes. */
const maxDepth = 5;

/** @param thrown what `fetch` threw, or `node:http` */
export function isNetworkForbidden(thrown: unknown): boolean {
  let error = thrown;
  for (let depth = 0; error instanceof Error && depth < maxDepth; depth++) {
    const { code, address } = textsIn(error);
    if (code === "EPERM" || code === "EACCES") return true;
    // The machine's own address is missing only where a sandbox has a network of its own, with nothing in it.
    if (code === "ENETUNREACH" && (address.startsWith("127.") || address === "::1")) return true;
    error = error.cause;
  }
  return false;
}

/** For the end of a sentence. */
export const networkForbidden =
  "commands may not use the network in this shell: the agent's program has to allow it (for Codex, sandbox_workspace_write.network_access = true)";

function textsIn(error: Error): { readonly code: string; readonly address: string } {
  const text = (name: "code" | "address"): string => {
    const value: unknown = Reflect.get(error, name);
    return typeof value === "string" ? value : "";
  };
  return { code: text("code"), address: text("address") };
}
