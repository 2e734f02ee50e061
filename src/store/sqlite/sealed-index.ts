/**
 * Seals the index into one encrypted file that may lie where others can read and replace it, and opens it again. Only
 * the key makes or opens one; the label is readable and signed with it. Deliveries, orders, sessions and effects that
 * wait stay out: another run may have sent those, so their issues are read again instead.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { gunzipSync, gzipSync } from "node:zlib";
import { z } from "zod";
import { backUp } from "./backup.ts";
import { databaseIn, makeHome } from "./home.ts";

const labelShape = z.strictObject({
  version: z.literal(1),
  /** Of signalbox: another release may have another schema. */
  release: z.string(),
  host: z.string(),
  /** Node id. */
  repositoryId: z.string(),
  /** The run that wrote it. */
  run: z.string(),
});
export type SealLabel = z.infer<typeof labelShape>;

export interface OpenedIndex {
  readonly label: SealLabel;
  readonly database: Buffer;
}

const algorithm = "aes-256-gcm";
const ivBytes = 12;
const tagBytes = 16;
const maxLabelBytes = 1_000;
/** More than the index of any repository that fits into a workflow's hourly points. */
const maxDatabaseBytes = 1_000_000_000;

/**
 * @param home of a store that is closed
 * @param secret of the repository
 */
export async function sealIndex(home: string, secret: string, label: SealLabel): Promise<Buffer> {
  const copy = join(home, "sealing.db");
  await backUp(home, copy);
  leaveOut(copy);
  const head = Buffer.from(`${JSON.stringify(label)}\n`);
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv(algorithm, keyFrom(secret), iv, { authTagLength: tagBytes }).setAAD(head);
  const sealed = [cipher.update(gzipSync(readFileSync(copy))), cipher.final()];
  return Buffer.concat([head, iv, cipher.getAuthTag(), ...sealed]);
}

/** Undefined for whatever this key did not seal. Never throws. */
export function openSealed(sealed: Buffer, secret: string): OpenedIndex | undefined {
  try {
    const end = sealed.subarray(0, maxLabelBytes).indexOf("\n") + 1;
    const label = labelShape.parse(JSON.parse(sealed.toString("utf8", 0, end)));
    const iv = sealed.subarray(end, end + ivBytes);
    const tag = sealed.subarray(end + ivBytes, end + ivBytes + tagBytes);
    const decipher = createDecipheriv(algorithm, keyFrom(secret), iv, { authTagLength: tagBytes })
      .setAAD(sealed.subarray(0, end))
      .setAuthTag(tag);
    const packed = Buffer.concat([
      decipher.update(sealed.subarray(end + ivBytes + tagBytes)),
      decipher.final(),
    ]);
    return { label, database: gunzipSync(packed, { maxOutputLength: maxDatabaseBytes }) };
  } catch {
    return undefined;
  }
}

/** Puts an opened index where `openStore` finds it. */
export function placeIndex(home: string, database: Buffer): void {
  makeHome(home);
  writeFileSync(databaseIn(home), database, { mode: 0o600 });
}

function keyFrom(secret: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "signalbox", "kept index 1", 32));
}

function leaveOut(path: string): void {
  const copy = new DatabaseSync(path);
  try {
    copy.exec(`
      INSERT OR IGNORE INTO look (repository_id, target, due_at, because, unless_fresh)
        SELECT DISTINCT repository_id, issue_id, 0, 'an earlier run did not finish it', 0 FROM effect
        WHERE state <> 'refused';
      DELETE FROM effect WHERE state <> 'refused';
      DELETE FROM "order"; DELETE FROM session; DELETE FROM site_grant; DELETE FROM api_token;
      VACUUM;`);
  } finally {
    copy.close();
  }
}
