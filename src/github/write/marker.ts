/**
 * The signed marker that ends each of our comments and each body that is ours: `<!-- signalbox:2 keyId
 * payload mac -->`. It binds the visible text, the effect's key and the persisted state to one issue of one
 * repository at one host, by their database ids (`signedId`), and to what carries it: a comment, or the body of an issue.
 * Never trust a marker by its look: only the MAC counts, and only in a comment that our bot wrote and no one else edited.
 */
import { createHash, createHmac, createPrivateKey, hkdfSync, timingSafeEqual } from "node:crypto";
import { settledText } from "../../protocol/envelope/settled-text.ts";
import { claimedKeyIn, formatMarkerPayload, parseMarkerPayload } from "./marker-payload.ts";
import { signedId } from "./signed-id.ts";

/** Keys for writing (the first) and reading (all), derived from the App's private keys. */
export type MarkerKeys = readonly [MarkerKey, ...(readonly MarkerKey[])];

export interface MarkerKey {
  /** First 12 hex digits of the key's own digest: identifies it without revealing it. */
  readonly id: string;
  readonly secret: Buffer;
}

/** Where an issue of ours is opened. Ids are node ids: the signature covers the numbers in them. */
export interface BodyPlace {
  /** As `signedHost` names it. */
  readonly host: string;
  readonly repositoryId: string;
}

/** The place of a comment: a marker copied to a different issue does not verify there. */
export interface MarkerPlace extends BodyPlace {
  readonly issueId: string;
}

/** What a signature covers of the place, and what carries it there. */
type Carrier =
  | ({ readonly type: "comment" } & MarkerPlace)
  | ({ readonly type: "issue"; readonly issueId?: undefined } & BodyPlace);

/** The contents of a comment's marker. */
export interface Marked {
  readonly key: string;
  readonly persisted: unknown;
  readonly text: string;
}

const opening = "<!-- signalbox:";
const closing = " -->";
const version = 2;
/** Half of the bytes of HMAC-SHA256, as RFC 2104 allows. */
const macBytes = 16;
/** GitHub's maximum comment length. */
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
  // The encoding is normalised, so that the same key in PKCS#1 and in PKCS#8 is one key.
  return derivedKey(createPrivateKey(pem).export({ type: "pkcs8", format: "der" }));
}

function derivedKey(material: Buffer): MarkerKey {
  const secret = Buffer.from(hkdfSync("sha256", material, "signalbox", "comment marker 1", 32));
  return { id: createHash("sha256").update(secret).digest("hex").slice(0, 12), secret };
}

/** The comment's whole body: the text, then the marker. */
export function signMarker(keys: MarkerKeys, marked: Marked & MarkerPlace): string {
  return signed(keys, { type: "comment", ...marked }, marked);
}

function signed([key]: MarkerKeys, carrier: Carrier, marked: Marked): string {
  const text = settledText(marked.text);
  const payload = formatMarkerPayload(marked);
  const written = mac(key, carrier, { payload, text })
    .toString("base64")
    .replace(/={1,2}$/, "");
  return `${text}\n\n${opening}${version} ${key.id} ${payload} ${written}${closing}`;
}

/** The body of one of our issues: bound to its repository alone, as it has no id before it is opened. */
export function signBody(
  keys: MarkerKeys,
  {
    host,
    repositoryId,
    key,
    text,
    sealed,
  }: Pick<Marked, "key" | "text"> & BodyPlace & { readonly sealed?: unknown },
): string {
  return signed(keys, { type: "issue", host, repositoryId }, { key, persisted: sealed, text });
}

/**
 * What the body of one of our issues carries; undefined if no marker verifies. The caller checks who wrote
 * it.
 */
export function markedInBody(keys: MarkerKeys, body: string, place: BodyPlace): Marked | undefined {
  const { host, repositoryId } = place;
  const marked = readSigned(keys, body, { type: "issue", host, repositoryId });
  return typeof marked === "string" ? undefined : marked;
}

/** Never throws. `none`: no marker that is ours at its end; `forged`: one that does not verify here. */
export function readMarker(keys: MarkerKeys, body: string, place: MarkerPlace): Marked | "none" | "forged" {
  return readSigned(keys, body, { type: "comment", ...place });
}

function readSigned(keys: MarkerKeys, body: string, carrier: Carrier): Marked | "none" | "forged" {
  const parts = partsOf(body);
  if (parts === undefined) return "none";
  const key = keys.find(({ id }) => id === parts.keyId);
  if (key === undefined || !sameBytes(mac(key, carrier, parts), parts.mac)) return "forged";
  const payload = parseMarkerPayload(parts.payload);
  return payload === undefined ? "forged" : { ...payload, text: parts.text };
}

/** The key that a marker claims, verified or not: shows which of our comments was altered. */
export function claimedKey(body: string): string | undefined {
  const parts = partsOf(body);
  return parts === undefined ? undefined : claimedKeyIn(parts.payload);
}

/**
 * What a marker at the text's end states, verified or not: for a reader without keys, who shows it as such. Never
 * decide by it.
 */
export function statedMark(body: string): Marked | undefined {
  const parts = partsOf(body);
  const payload = parts && parseMarkerPayload(parts.payload);
  return parts && payload && { ...payload, text: parts.text };
}

/**
 * The key that a complete marker at the text's end, signed with other keys, claims. Nothing in it can be
 * verified.
 */
export function foreignKey(keys: MarkerKeys, body: string): string | undefined {
  const parts = partsOf(body);
  if (parts === undefined || keys.some(({ id }) => id === parts.keyId)) return undefined;
  const isWhole = /^[0-9a-f]{12}$/.test(parts.keyId) && Buffer.from(parts.mac, "base64").length === macBytes;
  return isWhole ? claimedKeyIn(parts.payload) : undefined;
}

/** Whether a text contains anything like a marker of any version, anywhere: only we write markers. */
export function mentionsMarker(text: string): boolean {
  return /<!-- signalbox:\d/.test(text);
}

/** Whether a text ends with a marker of a version that this release cannot read: a newer release wrote it. */
export function isOfNewerRelease(body: string): boolean {
  const whole = settledText(body.slice(-maxBodyLength));
  const start = whole.lastIndexOf(opening);
  const [written = ""] = whole.slice(start + opening.length).split(" ", 1);
  return start >= 0 && whole.endsWith(closing) && /^\d{1,9}$/.test(written) && Number(written) > version;
}

interface Parts {
  readonly text: string;
  readonly keyId: string;
  readonly payload: string;
  readonly mac: string;
}

function partsOf(body: string): Parts | undefined {
  if (body.length > maxBodyLength) return undefined;
  const whole = settledText(body);
  const start = whole.lastIndexOf(opening);
  if (start < 0 || !whole.endsWith(closing)) return undefined;
  const [written, keyId, ...words] = whole.slice(start + opening.length, -closing.length).split(" ", 6);
  const mac = words.pop();
  const isShaped = written === String(version) && (words.length === 1 || words.length === 2);
  if (keyId === undefined || mac === undefined || !isShaped) return undefined;
  return { text: settledText(whole.slice(0, start)), keyId, payload: words.join(" "), mac };
}

function mac(key: MarkerKey, carrier: Carrier, { payload, text }: Pick<Parts, "payload" | "text">): Buffer {
  const { host, type, repositoryId, issueId } = carrier;
  const issue = issueId === undefined ? null : signedId(issueId);
  const covered = [`signalbox:${version}`, host, type, signedId(repositoryId), issue, payload, text];
  return createHmac("sha256", key.secret).update(JSON.stringify(covered)).digest().subarray(0, macBytes);
}

function sameBytes(expected: Buffer, base64: string): boolean {
  const given = Buffer.from(base64, "base64");
  return given.length === expected.length && timingSafeEqual(expected, given);
}
