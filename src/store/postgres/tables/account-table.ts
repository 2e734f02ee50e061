/**
 * Counts the comments and issues that each installation created in the last hour, or may have created, for GitHub's
 * limits. A rebuilt index has no such rows, so an account is initialised from the records.
 */
import type { Millis } from "../../../base/clock.ts";
import { flag, integer, type Row, text } from "../../../base/row.ts";
import { hourMs } from "../../../dispatcher/perform/creates.ts";
import { shareHolderOf } from "../../../dispatcher/perform/share.ts";
import type {
  Charge,
  CreationCharges,
  ShareHolder,
  StoredBackoff,
  UsedShare,
} from "../../../dispatcher/ports/account.ts";
import type { EffectOutcome } from "../../../dispatcher/ports/outbox.ts";
import type { InstallationId } from "../../../engine/model/fact.ts";
import { recordIn } from "../../shape/record-row.ts";
import { type Spending, spendingOf } from "../../shape/spending.ts";
import type { Queries } from "../database/connection.ts";
import { statement } from "../database/statement.ts";

const isOpen = statement("SELECT 1 FROM account WHERE installation_id = :installation AND is_open = 1");
const open = statement(`
INSERT INTO account (installation_id, is_open) VALUES (:installation, 1)
ON CONFLICT (installation_id) DO UPDATE SET is_open = 1 WHERE account.is_open = 0`);
// A record that shows a new comment was read after the comment was created.
const shown = statement(`
SELECT i.record, i.read_at FROM repository AS r JOIN issue AS i ON i.repository_id = r.id
WHERE r.installation_id = :installation AND i.commented_at >= :since ORDER BY i.repository_id, i.number`);
const instants = statement(
  "SELECT at FROM creation WHERE installation_id = :installation AND at > :since ORDER BY at",
);
const shares = statement(`
SELECT * FROM creation WHERE installation_id = :installation AND at > :since AND author IS NOT NULL ORDER BY at, id`);
const add = statement(`
INSERT INTO creation (effect_id, installation_id, repository_id, at, author, is_stranger)
SELECT c.effect_id, :installation, coalesce(c.repository_id, e.repository_id), c.at, c.author, c.is_stranger
FROM unnest(:effects::bigint[], :repositories::text[], :ats::bigint[], :authors::text[], :strangers::int[])
    WITH ORDINALITY AS c (effect_id, repository_id, at, author, is_stranger, place)
  LEFT JOIN effect AS e ON e.id = c.effect_id
ORDER BY c.place
ON CONFLICT (effect_id) DO UPDATE SET installation_id = excluded.installation_id, repository_id = excluded.repository_id,
  at = excluded.at, author = excluded.author, is_stranger = excluded.is_stranger`);
const giveBack = statement("DELETE FROM creation WHERE effect_id = ANY(:ids::bigint[])");
const date = statement("UPDATE creation SET at = greatest(at, :now) WHERE effect_id = ANY(:ids::bigint[])");
const prune = statement("DELETE FROM creation WHERE installation_id = :installation AND at <= :since");
const setBack = statement(
  "UPDATE creation SET at = :now WHERE installation_id = :installation AND at > :now",
);
const backoffs = statement("SELECT * FROM account WHERE holds > 0 ORDER BY installation_id");
const backOff = statement(`
INSERT INTO account (installation_id, held_since, held_for, holds) VALUES (:installationId, :since, :forMs, :count)
ON CONFLICT (installation_id) DO UPDATE SET held_since = excluded.held_since, held_for = excluded.held_for,
  holds = excluded.holds`);

interface Creation {
  readonly effect: number | null;
  /** Null for the effect's. */
  readonly repository: string | null;
  readonly at: Millis;
  readonly holder: ShareHolder | undefined;
}

async function addCreations(
  queries: Queries,
  installation: InstallationId,
  created: readonly Creation[],
): Promise<void> {
  if (created.length === 0) return;
  await queries.run(add, {
    installation,
    effects: created.map(({ effect }) => effect),
    repositories: created.map(({ repository }) => repository),
    ats: created.map(({ at }) => at),
    authors: created.map(({ holder }) => holder?.author ?? null),
    strangers: created.map(({ holder }) => Number(holder?.isStranger ?? false)),
  });
}

export async function isAccountOpen(queries: Queries, installation: InstallationId): Promise<boolean> {
  return (await queries.one(isOpen, { installation })) !== undefined;
}

/** Call it in a transaction. If two calls are concurrent, only one initialises the account. */
export async function openAccount(
  queries: Queries,
  installation: InstallationId,
  now: Millis,
): Promise<void> {
  if ((await queries.run(open, { installation })) === 0) return;
  const since = now - hourMs;
  const records = (await queries.all(shown, { installation, since })).map(recordIn);
  const created = records.flatMap((record) =>
    record.seen.own
      .filter(({ createdAt }) => createdAt >= since)
      .map(({ createdAt: at }) => ({
        effect: null,
        repository: record.seen.repositoryId,
        at,
        holder: shareHolderOf(record, undefined),
      })),
  );
  await addCreations(queries, installation, created);
}

/** Call it in the transaction that marks the effects as being sent. */
export async function spendingFor(
  queries: Queries,
  charges: CreationCharges,
  now: Millis,
): Promise<Spending> {
  const { installationId: installation } = charges;
  const since = now - hourMs;
  // If the clock was set back, rows would otherwise count for longer than an hour.
  await queries.run(setBack, { installation, now });
  await queries.run(prune, { installation, since });
  const created = await queries.all(instants, { installation, since });
  return spendingOf(
    charges,
    created.map((row) => integer(row, "at")),
    now,
  );
}

export async function chargeAccount(
  queries: Queries,
  installation: InstallationId,
  charged: readonly Charge[],
  at: Millis,
): Promise<void> {
  const created = charged.map(({ effectId: effect, holder }) => ({ effect, repository: null, at, holder }));
  await addCreations(queries, installation, created);
}

/**
 * Dates the charges of effects that created something, or may have, to now: they were sent later than they were charged.
 * Deletes the charges of the others.
 */
export async function settleCharges(
  queries: Queries,
  outcomes: readonly EffectOutcome[],
  now: Millis,
): Promise<void> {
  const ofNothing = outcomes.filter(
    (outcome) => outcome.type === "refused" || (outcome.type === "retry" && !outcome.uncertain),
  );
  if (ofNothing.length > 0) await queries.run(giveBack, { ids: ofNothing.map(({ id }) => id) });
  const others = outcomes.filter((outcome) => !ofNothing.includes(outcome));
  if (others.length > 0) await queries.run(date, { ids: others.map(({ id }) => id), now });
}

export async function sharesTaken(
  queries: Queries,
  installation: InstallationId,
  since: Millis,
): Promise<readonly UsedShare[]> {
  return (await queries.all(shares, { installation, since })).map(toUsedShare);
}

export async function allBackoffs(queries: Queries): Promise<readonly StoredBackoff[]> {
  return (await queries.all(backoffs)).map((row) => ({
    installationId: integer(row, "installation_id"),
    since: integer(row, "held_since"),
    forMs: integer(row, "held_for"),
    count: integer(row, "holds"),
  }));
}

export async function saveBackoff(
  queries: Queries,
  { installationId, since, forMs, count }: StoredBackoff,
): Promise<void> {
  await queries.run(backOff, { installationId, since, forMs, count });
}

function toUsedShare(row: Row): UsedShare {
  return {
    repositoryId: text(row, "repository_id"),
    at: integer(row, "at"),
    author: text(row, "author"),
    isStranger: flag(row, "is_stranger"),
  };
}
