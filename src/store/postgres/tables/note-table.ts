/** Stores notes. `notes.ts` marks them as read. */
import type { Millis } from "../../../base/clock.ts";
import { integer, type Row, text } from "../../../base/row.ts";
import type { InstallationId, NodeId, RepositoryId } from "../../../engine/model/fact.ts";
import type { PlannedNote } from "../../../engine/model/note.ts";
import { maxFromOne, type NotePlan, noteColumns, planNotes } from "../../shape/note-plan.ts";
import type { Change } from "../database/changes.ts";
import type { Queries } from "../database/connection.ts";
import { statement } from "../database/statement.ts";

const hourMs = 60 * 60_000;

const about = statement(`
SELECT installation_id, seq, repository_id, issue_id, kind, key, receiver, priority, text, dropped_at, read_at FROM note
WHERE issue_id = ANY(:ids::text[]) ORDER BY installation_id, seq`);
const insert = statement(`
INSERT INTO note (installation_id, seq, repository_id, issue_id, receiver, kind, key, priority, at, text, sender, proof, refs,
  until, is_excess, read_at)
SELECT * FROM unnest(:installations::bigint[], :seqs::bigint[], :repositories::text[], :issues::text[], :receivers::text[],
  :kinds::text[], :keys::text[], :priorities::text[], :ats::bigint[], :texts::text[], :senders::text[], :proofs::text[],
  :refs::text[], :untils::bigint[], :excess::int[], :reads::bigint[])`);
const reword = statement(`
UPDATE note SET text = v.text, priority = v.priority
FROM unnest(:installations::bigint[], :seqs::bigint[], :texts::text[], :priorities::text[])
  AS v (installation_id, seq, text, priority)
WHERE note.installation_id = v.installation_id AND note.seq = v.seq`);
const these = "(installation_id, seq) IN (SELECT * FROM unnest(:installations::bigint[], :seqs::bigint[]))";
const drop = statement(`UPDATE note SET dropped_at = :now WHERE ${these}`);
const remove = statement(`DELETE FROM note WHERE ${these}`);
const recent = statement(`
SELECT receiver, sender, at FROM note
WHERE (receiver, sender) IN (SELECT * FROM unnest(:receivers::text[], :senders::text[])) AND at > :since AND is_excess = 0`);

/** All notes about these issues, for `replaceNotes`. */
export async function notesAbout(queries: Queries, issues: readonly NodeId[]): Promise<readonly Row[]> {
  const ids = [...new Set(issues)];
  return ids.length === 0 ? [] : queries.all(about, { ids });
}

/** Replaces the notes in `rows` by `notes`. Resolves to the installations with a change. */
export async function replaceNotes(
  change: Change,
  rows: readonly Row[],
  notes: readonly PlannedNote[],
  { now, installationOf }: { now: Millis; installationOf: (id: RepositoryId) => InstallationId },
): Promise<readonly InstallationId[]> {
  const { send } = change.queries;
  const { reworded, dropped, added } = planNotes(rows, notes);
  if (reworded.length > 0)
    send(reword, {
      ...placesOf(reworded.map(({ row }) => row)),
      texts: reworded.map(({ note }) => note.text),
      priorities: reworded.map(({ note }) => note.priority),
    });
  if (dropped.length > 0) send(drop, { ...placesOf(dropped), now });
  if (added.length > 0) await add(change, added, installationOf);
  const changed = [...reworded.map(({ row }) => row), ...dropped];
  // Not the row's installation: its repository may have moved to another one since, and only that one is locked.
  return [
    ...changed.map((row) => text(row, "repository_id")),
    ...added.map(({ note }) => note.repositoryId),
  ].map(installationOf);
}

async function add(
  { queries, numbers }: Change,
  added: NotePlan["added"],
  installationOf: (id: RepositoryId) => InstallationId,
): Promise<void> {
  const earlier = added.flatMap(({ before }) => (before === undefined ? [] : [before]));
  if (earlier.length > 0) queries.send(remove, placesOf(earlier));
  const excess = await excessIn(queries, added);
  const rows = added.map(noteColumns);
  const installations = rows.map(({ repository }) => installationOf(repository));
  queries.send(insert, {
    installations,
    seqs: installations.map((each) => numbers.note(each)),
    excess,
    repositories: rows.map(({ repository }) => repository),
    issues: rows.map(({ issue }) => issue),
    receivers: rows.map(({ receiver }) => receiver),
    kinds: rows.map(({ kind }) => kind),
    keys: rows.map(({ key }) => key),
    priorities: rows.map(({ priority }) => priority),
    ats: rows.map(({ at }) => at),
    texts: rows.map(({ text: words }) => words),
    senders: rows.map(({ sender }) => sender),
    proofs: rows.map(({ proof }) => proof),
    refs: rows.map(({ refs }) => refs),
    untils: rows.map(({ until }) => until),
    reads: rows.map(({ read }) => read),
  });
}

/** For each note, 1 if its sender reached the hourly limit for its receiver. */
async function excessIn(queries: Queries, added: NotePlan["added"]): Promise<readonly number[]> {
  const sent = added.flatMap(({ note: { from, to, at } }) => (from === undefined ? [] : { from, to, at }));
  if (sent.length === 0) return added.map(() => 0);
  const rows = await queries.all(recent, {
    receivers: sent.map(({ to }) => to),
    senders: sent.map(({ from }) => from.name),
    since: Math.min(...sent.map(({ at }) => at)) - hourMs,
  });
  const through = rows.map((row) => ({ ...pairIn(row), at: integer(row, "at") }));
  return added.map(({ note: { from, to, at } }) => {
    if (from === undefined) return 0;
    const pair = { receiver: to, sender: from.name };
    const before = through.filter(
      (each) =>
        each.receiver === pair.receiver &&
        each.sender === pair.sender &&
        each.at > at - hourMs &&
        each.at <= at,
    );
    if (before.length >= maxFromOne) return 1;
    through.push({ ...pair, at });
    return 0;
  });
}

function pairIn(row: Row): { readonly receiver: string; readonly sender: string } {
  return { receiver: text(row, "receiver"), sender: text(row, "sender") };
}

function placesOf(rows: readonly Row[]) {
  return {
    installations: rows.map((row) => integer(row, "installation_id")),
    seqs: rows.map((row) => integer(row, "seq")),
  };
}
