/**
 * Triggers that record which worker took each installation, and which wrote for it under which token. Each process
 * connects as a user of its own, so a write by a replaced worker is seen even if that worker believes it is the owner.
 * A worker that has the installation again may still write for a tenure that it lost, so the triggers also record
 * whether the transaction holds a lock on the fence's row: it gets that lock only with the current token, and no other
 * transaction can raise the token meanwhile.
 * Installation 0 is left out: its rows belong to no installation, and all workers write them.
 */
import pg from "pg";
import { z } from "zod";

/** The users as which workers connect have this prefix. */
export const workerPrefix = "worker_";

const triggers = `
CREATE TABLE chaos_taken (installation_id bigint, token bigint, who name, at timestamptz);
CREATE TABLE chaos_wrote (installation_id bigint, token bigint, who name, at timestamptz, what text, is_held boolean);
CREATE INDEX chaos_taken_by_token ON chaos_taken (installation_id, token);
CREATE FUNCTION chaos_took() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO chaos_taken VALUES (NEW.installation_id, NEW.token, session_user, clock_timestamp());
  RETURN NULL;
END $$;
-- A row's xmax is the transaction that holds it, or the number of a list of them.
CREATE FUNCTION chaos_holds(holder xid) RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN
  RETURN holder = pg_current_xact_id()::xid
    OR EXISTS (SELECT FROM pg_get_multixact_members(holder) AS member WHERE member.xid = pg_current_xact_id()::xid);
EXCEPTION WHEN OTHERS THEN
  -- There is no such list.
  RETURN false;
END $$;
CREATE FUNCTION chaos_writes() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF session_user LIKE '${workerPrefix}%' THEN
    INSERT INTO chaos_wrote
    SELECT installation_id, token, session_user, clock_timestamp(), TG_TABLE_NAME, chaos_holds(xmax) FROM fence WHERE installation_id = NEW.installation_id AND installation_id <> 0;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER chaos_took AFTER INSERT OR UPDATE ON fence FOR EACH ROW EXECUTE FUNCTION chaos_took();
CREATE TRIGGER chaos_writes AFTER INSERT OR UPDATE ON version FOR EACH ROW EXECUTE FUNCTION chaos_writes();
CREATE TRIGGER chaos_writes AFTER INSERT OR UPDATE ON effect FOR EACH ROW EXECUTE FUNCTION chaos_writes();
CREATE TRIGGER chaos_writes AFTER INSERT ON ledger FOR EACH ROW EXECUTE FUNCTION chaos_writes();
`;

/** A connection for each query, because a run kills PostgreSQL. */
export async function queryRows(
  url: string,
  query: string,
  values: unknown[] = [],
): Promise<readonly unknown[]> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query(query, values)).rows;
  } finally {
    await client.end();
  }
}

/** Call it once the schema exists. */
export async function createFenceTriggers(url: string): Promise<void> {
  await queryRows(url, triggers);
}

const owners = z.array(z.object({ who: z.string() }));

/** The names of the workers that serve installations now, by installation. */
export async function currentOwners(url: string): Promise<readonly string[]> {
  const rows = await queryRows(
    url,
    `SELECT DISTINCT ON (installation_id) who::text FROM chaos_taken WHERE installation_id <> 0
     ORDER BY installation_id, token DESC`,
  );
  return owners.parse(rows).map(({ who }) => who);
}

const wrote = z.array(z.object({ installation: z.number(), who: z.string(), at: z.number() }));
export type FencedWrite = z.infer<typeof wrote>[number];

/** What workers wrote for installations, oldest first. */
export async function writesOf(url: string): Promise<readonly FencedWrite[]> {
  const rows = await queryRows(
    url,
    `SELECT installation_id::int AS installation, who::text, (extract(epoch FROM at) * 1000)::float AS at
     FROM chaos_wrote ORDER BY at`,
  );
  return wrote.parse(rows);
}

const takeover = z.object({ installation: z.number(), token: z.number(), who: z.string(), at: z.number() });
export type Takeover = z.infer<typeof takeover>;

/** Who took installations, oldest first. */
export async function takeoversOf(url: string): Promise<readonly Takeover[]> {
  const rows = await queryRows(
    url,
    `SELECT installation_id::int AS installation, token::int, who::text, (extract(epoch FROM at) * 1000)::float AS at
     FROM chaos_taken ORDER BY at`,
  );
  return z.array(takeover).parse(rows);
}

const count = z.tuple([z.object({ count: z.number() })]);

export async function countOf(url: string, query: string, values: unknown[] = []): Promise<number> {
  const [row] = count.parse(await queryRows(url, `SELECT count(*)::int AS count FROM ${query}`, values));
  return row.count;
}

/** Writes of a worker for an installation whose newest token another one had. */
export const writtenByReplacedWorkers = `chaos_wrote AS w JOIN chaos_taken AS t USING (installation_id, token)
WHERE t.who <> w.who`;

/** Writes of a worker that did not name the installation's token at that time, or named an older one. */
export const writtenWithoutFence = "chaos_wrote WHERE NOT is_held";
