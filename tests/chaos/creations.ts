/** The comments and issues that the hub created for Apps, which GitHub limits to 80 a minute in each installation. */
import { z } from "zod";
import type { Hub } from "../../src/hub/hub.ts";

const minuteMs = 60_000;

/** Only Apps write by GraphQL here, and each mutation of theirs has an alias. */
const written = z.object({
  data: z.record(z.string(), z.looseObject({ edge: z.unknown(), opened: z.unknown() }).partial().nullable()),
});

/** @returns when each was created, oldest first; the array keeps growing */
export function recordCreations(hub: Pick<Hub, "observe">): readonly number[] {
  const created: number[] = [];
  hub.observe((seen) => {
    if (seen.kind !== "response" || seen.template !== "/graphql") return;
    const { success, data } = written.safeParse(seen.body);
    const fields = success ? Object.values(data.data) : [];
    for (const field of fields) if (field?.edge ?? field?.opened) created.push(Date.now());
  });
  return created;
}

/** The maximum within any 60 s. @param times oldest first */
export function maxInAnyMinute(times: readonly number[]): number {
  let first = 0;
  let most = 0;
  for (const [at, time] of times.entries()) {
    while ((times[first] ?? time) <= time - minuteMs) first += 1;
    most = Math.max(most, at - first + 1);
  }
  return most;
}
