/**
 * Keeps who may vote from the beginning of a round to its end. Were they resolved each time, removing an agent from the
 * settings, or a role from it, would take its vote away and let fewer votes carry an option.
 */
import type { Millis } from "../../base/clock.ts";
import type { Vote } from "../../protocol/kinds/vote.ts";
import { rosterEntry } from "../../protocol/settings/agents/roster.ts";
import type { Settings } from "../../protocol/settings/config.ts";
import type { PersistedState } from "../model/persisted-state.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import { recordOf, type View } from "../model/view.ts";
import { type Electorate, electorateOf, keptElectorate } from "./electorate.ts";
import { stateOf } from "./poll.ts";

interface Asked {
  readonly view: View;
  readonly record: IssueRecord;
  readonly settings: Settings;
  readonly vote: Vote;
  readonly round: string;
}

/** @returns since when votes count, and by whom */
export function electorateIn(asked: Asked): { readonly electorate: Electorate; readonly since: Millis } {
  const { record, settings, vote, round } = asked;
  const { electorate: kept } = record.persisted;
  if (kept?.round !== round) return { electorate: resolved(asked), since: 0 };
  return { electorate: keptElectorate(kept.members, vote.voters, settings), since: kept.since ?? 0 };
}

/** What to keep of a round that has begun; undefined if it is kept, or if its text or the settings need a fix first. */
export function electorateToKeep(asked: Asked): PersistedState["electorate"] {
  const { record, vote, round } = asked;
  const { electorate: before } = record.persisted;
  if (before?.round === round) return undefined;
  const { members, hasPeople, faults } = resolved(asked);
  const voters = members.map(({ key }) => key);
  const poll = { voters, isOpenEnded: hasPeople, needs: vote.needs, ballots: [], isOver: false };
  if (faults.length > 0 || stateOf(poll).type === "void") return undefined;
  // A text that is edited there and back has its first round again, with other voters: earlier votes were not theirs.
  const since = before === undefined ? undefined : changedAt(record);
  return {
    round,
    members: members.map(({ key, names }) => ({ key, names: [...names] })),
    ...(since === undefined ? {} : { since }),
  };
}

/** When its title or body was last changed. */
function changedAt({ seen: { editedAt, renamed } }: IssueRecord): Millis | undefined {
  if (editedAt === undefined) return renamed?.at;
  return Math.max(editedAt, renamed?.at ?? 0);
}

function resolved(asked: Asked): Electorate {
  const { record, settings, vote, round } = asked;
  const { holders } = record.persisted;
  const names = holders?.round === round ? holders.names : holdersNow(asked);
  return electorateOf(vote.voters, settings, names);
}

function holdersNow({ view, record, settings, vote }: Asked): readonly string[] {
  const tasks = vote.blockingTasks.flatMap((ref) => recordOf(view, record, ref) ?? []);
  return [
    ...new Set(
      tasks.flatMap(({ persisted: { lease } }) => (lease && rosterEntry(settings, lease.holder)?.name) ?? []),
    ),
  ];
}
