/**
 * The parts between a marker's key id and its MAC: the key, readable, then the persisted state, compressed, if
 * there is any. Call `parseMarkerPayload` only after checking the MAC, or for one reader's own use: it decompresses. `claimedKeyIn` never
 * does.
 */
import { deflateRawSync, inflateRawSync } from "node:zlib";

export interface MarkerPayload {
  readonly key: string;
  readonly persisted: unknown;
}

/** Persisted state that decompresses to more is refused: one of our comments never holds as much. */
const maxMemoryBytes = 1_048_576;

/**
 * The compression dictionary: frequent words of the persisted state, the most frequent last. It is part of
 * the markers' version and never changes within it.
 */
const dictionary = Buffer.from(
  [
    '{"comment":"","option":1,"text":"","because":"","carriedOut":true,"urgency":{"instead":"","is":"","since":17',
    '"started":"in-progress","in-review","unlinked":1,"reminded":1,"merging":{"body":"","commit":"","choice":"try"',
    '"settled":{"body":"","commit":"","base":"main","since":0,"at":17,"override":{"comment":"IC_kwDO","by":{"id":"',
    '"lost":["I_kwDO","waived":["waivers":[{"of":"I_kwDO","by":"","at":17,"heardUntil":17,"approver":"",',
    '"decided":{"comment":"IC_kwDO","gone":true,"overrules":"IC_kwDO","number":1,"asked":["U_kgDO"],"told":["I_kwDO',
    '"opened":[{"key":"open:I_kwDO:contradiction@overdue@0","id":"I_kwDO","number":1}],"woken":["I_kwDO@179',
    '"kind":"handover","kind":"discovery","kind":"escalation","kind":"answer","kind":"task","heldBy":["I_kwDO',
    '"accepted":{"answer":"IC_kwDO","by":{"id":"U_kgDO","login":""},"decision":"","createdAt":179',
    '"row":"row \\"people\\" of the policy (role write)"},"by":"BOT_kgDO"}}{"ran":["IC_kwDO"],"obeyed":["IC_kwDO"],',
    '"edges":["I_kwDO","I_kwDO"],"kind":"question","admitted":{"hash":"0123456789abcdef","by":"U_kgDO"}}',
  ].join(""),
);

export function formatMarkerPayload({ key, persisted }: MarkerPayload): string {
  const name = writtenKey(key);
  return persisted === undefined || persisted === null ? name : `${name} ${compress(persisted)}`;
}

/** Undefined for anything that no release wrote. Never throws. */
export function parseMarkerPayload(payload: string): MarkerPayload | undefined {
  const [name = "", packed] = payload.split(" ");
  const key = readKey(name);
  if (key === undefined) return undefined;
  if (packed === undefined) return { key, persisted: undefined };
  const value = decompress(packed);
  return value === undefined ? undefined : { key, persisted: value };
}

/** Only the key, regardless of the rest of the payload: for unverified markers. Never throws. */
export function claimedKeyIn(payload: string): string | undefined {
  return readKey(payload.split(" ", 1)[0] ?? "");
}

/** Readable, without a space, a mention or a dash: a dash could end the HTML comment. */
function writtenKey(key: string): string {
  return encodeURIComponent(key.toWellFormed()).replaceAll("%3A", ":").replaceAll("-", "%2D");
}

function readKey(written: string): string | undefined {
  try {
    return decodeURIComponent(written);
  } catch {
    return undefined;
  }
}

/** Plain base64 has no dash, which could end the HTML comment; its padding carries no data. */
function compress(persisted: unknown): string {
  const packed = deflateRawSync(JSON.stringify(persisted), { dictionary, level: 9 });
  return packed.toString("base64").replace(/={1,2}$/, "");
}

function decompress(base64: string): unknown {
  try {
    const limits = { dictionary, maxOutputLength: maxMemoryBytes };
    const value: unknown = JSON.parse(inflateRawSync(Buffer.from(base64, "base64"), limits).toString());
    return value;
  } catch {
    return undefined;
  }
}
