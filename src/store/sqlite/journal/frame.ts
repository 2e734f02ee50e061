/**
 * The format of a delivery in a segment: length, checksum, label, payload. Never trust a length before its
 * checksum: after a power failure the length may be on disk without the data.
 */
import { crc32 } from "node:zlib";
import { z } from "zod";
import type { Delivery } from "../../../dispatcher/ports/inbox.ts";
import type { SegmentFile } from "./segment-files.ts";

/** A delivery without its payload. */
export type FrameLabel = Omit<Delivery, "payload">;

const labelShape = z.object({
  guid: z.string(),
  event: z.string(),
  action: z.string().optional(),
  repositoryId: z.string().optional(),
  installationId: z.number().optional(),
  bodyHash: z.string(),
  receivedAt: z.number(),
  source: z.enum(["webhook", "delivery log"]),
});

export interface Frame {
  readonly label: FrameLabel;
  readonly parts: readonly [front: Buffer, payload: Buffer];
  readonly bytes: number;
}

/**
 * Offsets of the header's fields, four bytes each: length of what follows the checksum, checksum, length of
 * the label.
 */
const lengthAt = 0;
const checksumAt = 4;
const checkedFrom = 8;
const frontBytes = 12;
/** More than GitHub's largest payload and any label. */
const maxCheckedBytes = 32 * 1024 * 1024;

export function frameOf({ payload, ...label }: Delivery): Frame {
  const words = JSON.stringify(label);
  const labelBytes = Buffer.byteLength(words);
  const front = Buffer.allocUnsafe(frontBytes + labelBytes);
  front.writeUInt32LE(4 + labelBytes + payload.length, lengthAt);
  front.writeUInt32LE(labelBytes, checkedFrom);
  front.write(words, frontBytes);
  front.writeUInt32LE(crc32(payload, crc32(front.subarray(checkedFrom))), checksumAt);
  return { label, parts: [front, payload], bytes: front.length + payload.length };
}

/** A frame in a segment, with the place of its payload and the offset of the next frame. */
export interface FoundFrame {
  readonly label: FrameLabel;
  readonly payloadAt: number;
  readonly end: number;
}

/** The frame at `at`; undefined at the end of the segment or for a torn frame. */
export function readFrame(file: SegmentFile, at: number): FoundFrame | undefined {
  const front = file.read(at, frontBytes);
  if (front.length < frontBytes) return undefined;
  const checkedBytes = front.readUInt32LE(lengthAt);
  const labelBytes = front.readUInt32LE(checkedFrom);
  if (checkedBytes > maxCheckedBytes || labelBytes + 4 > checkedBytes) return undefined;
  const checked = file.read(at + checkedFrom, checkedBytes);
  if (checked.length < checkedBytes || crc32(checked) !== front.readUInt32LE(checksumAt)) return undefined;
  const { action, repositoryId, installationId, ...label } = labelShape.parse(
    JSON.parse(checked.toString("utf8", 4, 4 + labelBytes)),
  );
  return {
    label: { ...label, action, repositoryId, installationId },
    payloadAt: at + frontBytes + labelBytes,
    end: at + checkedFrom + checkedBytes,
  };
}
