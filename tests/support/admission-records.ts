/** Issues as the index keeps them, for tests of what is asked about one: who speaks in it, and whether that counts. */
import { fold } from "../../src/engine/fold/fold.ts";
import type { Fact, IssueSeen, Role } from "../../src/engine/model/fact.ts";
import type { PersistedState } from "../../src/engine/model/persisted-state.ts";
import type { IssueRecord, Snapshot } from "../../src/engine/model/snapshot.ts";
import { type View, viewOf } from "../../src/engine/model/view.ts";
import { readSettings } from "../../src/protocol/settings/read-settings.ts";
import { context, demo, empty, start } from "./issues.ts";

const roles: Readonly<Record<string, Role>> = {
  U_maria: "admin",
  U_alice: "write",
  U_bob: "write",
  U_shared: "write",
  U_mallory: "none",
};

/** What a decision is made with under settings that a YAML file gives. */
export function authorityWith(yaml: string) {
  const reading = readSettings(yaml);
  if (!reading.ok) throw new Error(reading.problem);
  return { ...context, settings: reading.settings };
}

/** A view of the issues, all fresh. */
export function viewWith(issues: readonly IssueSeen[], changes: Partial<Snapshot> = {}): View {
  const known = Object.entries(roles).map(
    ([actorId, role]): Fact => ({ type: "RoleSeen", repositoryId: demo.id, actorId, role }),
  );
  const seen = issues.map((issue): Fact => ({ type: "IssueSeen", issue, readAt: start + 1_000_000 }));
  return viewOf({ ...fold(empty, [...known, ...seen]).snapshot, ...changes });
}

/** One issue of the view, with what we persisted of it. */
export function recordIn(view: View, number: number, persisted: Partial<PersistedState> = {}): IssueRecord {
  const found = view.records.get(`I_${number}`);
  if (found === undefined) throw new Error(`#${number} was not read.`);
  return { ...found, persisted: { ...found.persisted, ...persisted } };
}
