/**
 * The signed marker that ends each of our comments and each body of ours: `<!-- signalbox:1 keyId payload mac -->`. It binds the visible
 * text, the effect's key and the memory to one issue of one repository. A newcomer would trust a marker by its look;
 * only the MAC counts, and only in a comment that our bot wrote and nobody else edited.
 */
import { createHash, createHmac, createPrivateKey, hkdfSync, timingSafeEqual } from "node:crypto";

/** Keys for writing (the first) and reading (all), derived from the App's private keys. */
export type MarkerKeys = readonly [MarkerKey, ...(readonly MarkerKey[])];

export interface MarkerKey {
  /** First 12 hex digits of the key's own digest: names it without telling it. */
  readonly id: string;
  readonly secret: Buffer;
}

/** Where a comment stands: a marker copied to another issue does not verify there. */
export interface MarkerPlace {
  readonly repositoryId: string;
  readonly issueId: string;
}

/** What a marker says about its comment. */
export interface Marked {
  readonly key: string;
  readonly memory: unknown;
  readonly text: string;
}

const opening = "<!-- signalbox:1 ";
const closing = " -->";
/** No issue's id: a comment's marker never verifies in a body, nor a body's in a comment. */
const anyIssue = "";
/** Of HMAC-SHA256. */
const macBytes = 32;
/** GitHub keeps no longer comment. */
const maxBodyLength = 262_144;

/**
 * @param privateKey PEM of the App's key in use
 * @param previous PEMs of keys rotated out, still valid for reading
 */
export function markerKeys(privateKey: string, previous: readonly string[] = []): MarkerKeys {
  return [markerKey(privateKey), ...previous.map(markerKey)];
}

/** @param secret of a repository that is served without an App, by a workflow with its own token */
export function sharedMarkerKeys(secret: string): MarkerKeys {
  return [derivedKey(Buffer.from(secret))];
}

function markerKey(pem: string): MarkerKey {
  // The encoding is normalised, so that one key in PKCS#1 and in PKCS#8 is one key.
  return derivedKey(createPrivateKey(pem).export({ type: "pkcs8", format: "der" }));
}

function derivedKey(material: Buffer): MarkerKey {
  const secret = Buffer.from(hkdfSync("sha256", material, "signalbox", "comment marker 1", 32));
  return { id: createHash("sha256").update(secret).digest("hex").slice(0, 12), secret };
}

/** The comment's whole body: the text, then the marker. */
export function signMarker(keys: MarkerKeys, marked: Marked & MarkerPlace): string {
  const [key] = keys;
  const text = settled(marked.text);
  // Plain base64 has no dash, so that no payload can look like the end of an HTML comment.
  const payload = Buffer.from(JSON.stringify([marked.key, marked.memory ?? null])).toString("base64");
  return `${text}\n\n${opening}${key.id} ${payload} ${mac(key, marked, payload, text).toString("base64")}${closing}`;
}

/** The body of an issue of ours: bound to its repository alone, as it has no id before it is opened. */
export function signBody(
  keys: MarkerKeys,
  { repositoryId, key, text }: Pick<Marked, "key" | "text"> & Pick<MarkerPlace, "repositoryId">,
): string {
  return signMarker(keys, { repositoryId, issueId: anyIssue, key, memory: undefined, text });
}

/** The key in the body of an issue of ours; undefined where no marker verifies. Who wrote it is for the caller to ask. */
export function keyInBody(keys: MarkerKeys, body: string, repositoryId: string): string | undefined {
  const marked = readMarker(keys, body, { repositoryId, issueId: anyIssue });
  return typeof marked === "string" ? undefined : marked.key;
}

/** Never throws. `none`: no marker of ours at its end; `forged`: one that does not verify here. */
export function readMarker(keys: MarkerKeys, body: string, place: MarkerPlace): Marked | "none" | "forged" {
  const parts = partsOf(body);
  if (parts === undefined) return "none";
  const key = keys.find(({ id }) => id === parts.keyId);
  if (key === undefined || !sameBytes(mac(key, place, parts.payload, parts.text), parts.mac)) return "forged";
  const payload = payloadOf(parts.payload);
  return payload === undefined ? "forged" : { ...payload, text: parts.text };
}

/** The key that a marker claims, verified or not: tells which of our comments somebody has spoiled. */
export function claimedKey(body: string): string | undefined {
  const parts = partsOf(body);
  return parts === undefined ? undefined : payloadOf(parts.payload)?.key;
}

/** The key that a whole marker of somebody else's keys claims at the text's end. Nothing of it can be verified. */
export function foreignKey(keys: MarkerKeys, body: string): string | undefined {
  const parts = partsOf(body);
  if (parts === undefined || keys.some(({ id }) => id === parts.keyId)) return undefined;
  const isWhole = /^[0-9a-f]{12}$/.test(parts.keyId) && Buffer.from(parts.mac, "base64").length === macBytes;
  return isWhole ? payloadOf(parts.payload)?.key : undefined;
}

/** Whether a text contains what looks like a marker, anywhere: nobody but us writes one. */
export function mentionsMarker(text: string): boolean {
  return text.includes(opening);
}

interface Parts {
  readonly text: string;
  readonly keyId: string;
  readonly payload: string;
  readonly mac: string;
}

function partsOf(body: string): Parts | undefined {
  if (body.length > maxBodyLength) return undefined;
  const whole = settled(body);
  const start = whole.lastIndexOf(opening);
  if (start < 0 || !whole.endsWith(closing)) return undefined;
  const [keyId, payload, mac, ...rest] = whole.slice(start + opening.length, -closing.length).split(" ");
  if (keyId === undefined || payload === undefined || mac === undefined || rest.length > 0) return undefined;
  return { text: settled(whole.slice(0, start)), keyId, payload, mac };
}

function payloadOf(base64: string): Pick<Marked, "key" | "memory"> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(base64, "base64").toString());
    if (!Array.isArray(value)) return undefined;
    const [key, memory]: readonly unknown[] = value;
    return typeof key === "string" ? { key, memory: memory ?? undefined } : undefined;
  } catch {
    return undefined;
  }
}

/** Text as it comes back from GitHub whatever it did to line ends, blank ends and broken characters. */
function settled(text: string): string {
  return text.toWellFormed().replaceAll("\0", "").replaceAll("\r\n", "\n").replaceAll("\r", "\n").trim();
}

function mac(key: MarkerKey, place: MarkerPlace, payload: string, text: string): Buffer {
  const signed = JSON.stringify(["signalbox:1", place.repositoryId, place.issueId, payload, text]);
  return createHmac("sha256", key.secret).update(signed).digest();
}

function sameBytes(expected: Buffer, base64: string): boolean {
  const given = Buffer.from(base64, "base64");
  return given.length === expected.length && timingSafeEqual(expected, given);
}
