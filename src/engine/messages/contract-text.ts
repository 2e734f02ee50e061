/** Reads a contract's text, and tells whether it is still the text that was agreed to. */

import type { Contract } from "../../protocol/kinds/contract.ts";
import { formatRef } from "../../protocol/references/ref.ts";
import { formatVersion } from "../../protocol/section-values/version.ts";
import type { Outcome } from "../model/persisted-state.ts";
import type { IssueRecord } from "../model/snapshot.ts";

export function contractIn({ reading }: Pick<IssueRecord, "reading">): Contract | undefined {
  const message = reading.kind === "contract" ? reading.message : undefined;
  return message?.kind === "contract" ? message : undefined;
}

/** `login API 1.2`. */
export function contractName(contract: Pick<Contract, "interface" | "version">): string {
  return `${contract.interface} ${formatVersion(contract.version)}`;
}

/** The tasks and tracks that it names, as one would write them. */
export function restingOn({ provider, consumers, tracks = [] }: Contract): readonly string[] {
  return [...[provider, ...consumers].map(formatRef), ...tracks.map((track) => `track:${track}`)];
}

/**
 * Whether nobody agreed to the contract's text as it is now. A text that is not admitted changes nothing: else a user
 * without write access could stop the tasks of a contract that they wrote.
 */
export function isEditedSince(record: IssueRecord, { result, version }: Outcome): boolean {
  const { seen, persisted, reading } = record;
  if (reading.kind !== "contract" || result === "declined" || persisted.admitted?.hash !== seen.textHash)
    return false;
  return version.hash !== seen.textHash;
}
