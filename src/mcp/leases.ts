/**
 * Remembers the tokens of the leases that were taken in this conversation: what is said about a task then counts only
 * as long as its lease lasts. A model would have to copy them from call to call.
 */
import { z } from "zod";
import { issueInput } from "../operations/issue.ts";
import type { OperationPorts } from "../operations/operation.ts";
import type { Given } from "./given.ts";

type Lease = OperationPorts["lease"];

export interface Leases {
  /** @param output what an operation resolved to */
  readonly learn: (operation: string, output: unknown) => void;
  /** The lease for a call: the one that was taken on the task it is about, otherwise `surrounding`. */
  readonly forCall: (given: Given, surrounding: Lease) => Lease;
}

const taken = z.object({ issue: z.string(), isHeld: z.literal(true), token: z.number() });

export function createLeases(): Leases {
  /** By task: `acme/demo#12`. */
  const tokens = new Map<string, number>();
  return {
    learn: (operation, output) => {
      const found = operation === "claim" ? taken.safeParse(output).data : undefined;
      if (found !== undefined) tokens.set(found.issue, found.token);
    },
    forCall: (given, surrounding) => {
      const about = issueInput.safeParse(given.issue ?? given.task).data;
      if (about === undefined) return surrounding;
      const isMeant = (task: string): boolean => {
        const { owner, repo, number } = issueInput.parse(task);
        const isSamePlace = about.owner === undefined || (about.owner === owner && about.repo === repo);
        return about.number === number && isSamePlace;
      };
      const matching = [...tokens].filter(([task]) => isMeant(task));
      const [found, ...others] = matching;
      // The same number in two repositories: which one is meant is not known here.
      if (found === undefined || others.length > 0) return surrounding;
      return { token: String(found[1]), task: found[0] };
    },
  };
}
