/** A disk that has no room left, for deliveries or for all that the index is to keep. */
import { mkdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { expect } from "vitest";
import { databaseIn, journalIn } from "../../src/store/sqlite/home.ts";
import { takeFreePages, watchGrowth } from "./growth.ts";
import { change } from "./postgres.ts";
import { databaseOf } from "./store-of-flows.ts";

export interface FullDisk {
  /** What `/health` says meanwhile. */
  readonly fault: { readonly part: string; readonly error: unknown };
  readonly fill: () => void;
  readonly empty: () => void;
}

/** No delivery can be stored. Call it while nothing is written. */
export function diskOfDeliveries(home: string): FullDisk {
  const url = databaseOf(home);
  if (url !== undefined) return diskOfDatabase(url);
  const journal = journalIn(home);
  return {
    fault: { part: "journal", error: expect.stringMatching(/^E[A-Z]+$/) },
    fill: () => {
      rmSync(journal, { recursive: true });
      writeFileSync(journal, "in the way");
    },
    empty: () => {
      rmSync(journal);
      mkdirSync(journal);
    },
  };
}

export interface DiskOfIndex {
  /**
   * Call it while nothing is written.
   * @param room `a little`: on SQLite what its file has free is still used
   */
  readonly disk: (home: string, room: "none" | "a little") => FullDisk;
  readonly end: () => void;
}

/** Nothing can be added to the index. Call it before the server opens the index. */
export function watchDisk(home: () => string): DiskOfIndex {
  const growth = watchGrowth(() => realpathSync(databaseIn(home())));
  return {
    disk: (of, room) => {
      const url = databaseOf(of);
      if (url !== undefined) return diskOfDatabase(url);
      let giveBack: (() => void) | undefined;
      return {
        fault: { part: "index", error: "database or disk is full" },
        fill: () => {
          if (room === "none") giveBack = takeFreePages(databaseIn(of));
          growth.stop();
        },
        empty: () => {
          giveBack?.();
          growth.allow();
        },
      };
    },
    end: growth.end,
  };
}

/** Every statement that writes fails as PostgreSQL makes it fail on a full disk. Reading goes on. */
function diskOfDatabase(url: string): FullDisk {
  change(url, triggers);
  return {
    fault: { part: "index", error: "PostgreSQL unavailable: its disk is full" },
    fill: () => change(url, "INSERT INTO flows.full_disk VALUES (1)"),
    empty: () => change(url, "DELETE FROM flows.full_disk"),
  };
}

const triggers = `
CREATE SCHEMA flows;
CREATE TABLE flows.full_disk (number int);
CREATE FUNCTION flows.refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF EXISTS (SELECT FROM flows.full_disk) THEN
    RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full';
  END IF;
  RETURN NULL;
END $$;
DO $$
DECLARE
  name text;
BEGIN
  FOR name IN SELECT oid::regclass FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' LOOP
    EXECUTE format(
      'CREATE TRIGGER full_disk BEFORE INSERT OR UPDATE ON %s FOR EACH STATEMENT EXECUTE FUNCTION flows.refuse()', name);
  END LOOP;
END $$`;
