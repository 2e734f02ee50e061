/** The lease under which an agent's program runs, as its environment names it. */
import type { OperationPorts } from "../../operations/operation.ts";
import type { Terminal } from "./terminal.ts";

export function leaseHere({ env }: Pick<Terminal, "env">): OperationPorts["lease"] {
  const token = env.SIGNALBOX_LEASE || undefined;
  return token === undefined ? undefined : { token, task: taskIn(env) };
}

/** `#12` is an issue of the repository that the environment names. */
function taskIn({ SIGNALBOX_ISSUE: issue, SIGNALBOX_REPO: repo }: Terminal["env"]): string | undefined {
  if (!issue) return undefined;
  return repo && /^#?\d+$/.test(issue) ? `${repo}#${issue.replace("#", "")}` : issue;
}
