/**
 * Infers which permissions a workflow's token lacks from what GitHub refuses, and says what does not work
 * without them. GitHub does not list a token's permissions.
 */
import type { WriteResult, Writer } from "../../dispatcher/ports/writer.ts";
import { RequestFailed } from "../../dispatcher/request-failed.ts";

/** By permission, spelled as in a workflow file. */
const consequences = {
  "checks: write":
    "No checks can be written on commits. The next run cannot rely on what this run learned about the settings, and handovers show no result on their commit.",
  "pull-requests: read":
    "Handovers cannot be checked, and a settings change waits for /approve even if an admin merged it.",
} as const;
export type MissingPermission = keyof typeof consequences;

export function consequenceOf(permission: MissingPermission): string {
  return consequences[permission];
}

/** Wraps the writer and calls `onRefused` if GitHub refuses it a check run. */
export function noticeRefusedChecks(writer: Writer, onRefused: () => void): Writer {
  return {
    ...writer,
    showSettings: async (...of) => {
      try {
        await writer.showSettings(...of);
      } catch (thrown) {
        if (thrown instanceof RequestFailed && isRefused(thrown.failure)) onRefused();
        throw thrown;
      }
    },
    write: async (installationId, effects) => {
      const results = await writer.write(installationId, effects);
      const checks = new Set(effects.flatMap(({ id, effect }) => (effect.type === "ShowCheck" ? [id] : [])));
      if (results.some((result) => !result.ok && checks.has(result.id) && isRefused(result.failure)))
        onRefused();
      return results;
    },
  };
}

function isRefused(failure: Extract<WriteResult, { readonly ok: false }>["failure"]): boolean {
  return failure.type === "refused" && failure.message.includes("Resource not accessible by integration");
}
