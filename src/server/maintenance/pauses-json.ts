/** Pauses as JSON, in files and in tables. */
import { z } from "zod";
import type { OwnersPauses, PausedScope } from "../../dispatcher/schedule/pauses.ts";

export const pauseReason = z.string().max(500).optional();
const pauseShape = z.object({ reason: pauseReason, since: z.number() });
const scopeShape = z.object({
  everything: pauseShape.optional(),
  repositories: z.record(z.string(), pauseShape.extend({ name: z.string() })),
});
const pausesShape = scopeShape.extend({ claims: scopeShape.optional() });

/** @throws if the JSON has another shape */
export function pausesFrom(json: unknown): OwnersPauses {
  const { claims, ...writing } = pausesShape.parse(json);
  return { ...toScope(writing), ...(claims === undefined ? {} : { claims: toScope(claims) }) };
}

export function jsonOf({ claims, ...writing }: OwnersPauses): object {
  return { ...jsonOfScope(writing), claims: claims && jsonOfScope(claims) };
}

function toScope({ everything, repositories }: z.output<typeof scopeShape>): PausedScope {
  const named = Object.entries(repositories).map(
    ([id, { reason, since, name }]) => [id, { reason, since, name }] as const,
  );
  return {
    everything: everything && { reason: everything.reason, since: everything.since },
    repositories: new Map(named),
  };
}

function jsonOfScope({ everything, repositories }: PausedScope): object {
  return { everything, repositories: Object.fromEntries(repositories) };
}
