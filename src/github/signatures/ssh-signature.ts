/**
 * Reads and verifies OpenSSH signatures as `ssh-keygen -Y sign` makes them with an Ed25519 key
 * (PROTOCOL.sshsig of OpenSSH). Anything else is refused before any cryptography: no length field is trusted.
 */
import { createHash, createPublicKey, verify } from "node:crypto";

/** Longer than any signature by an Ed25519 key. */
const maxCharacters = 2_000;
const armoured =
  /^-----BEGIN SSH SIGNATURE-----\n([A-Za-z0-9+/\n]{1,1500}={0,2})\n-----END SSH SIGNATURE-----$/;
const magic = "SSHSIG";
const keyType = "ssh-ed25519";

export interface SshSignature {
  /** As in a `.pub` file, without a comment. */
  readonly key: string;
  /** Whether it is by this key over the text. */
  readonly verifies: (text: string) => boolean;
}

/** Undefined for anything but a whole Ed25519 signature of version 1 in this namespace. Never throws. */
export function readSshSignature(armour: string, namespace: string): SshSignature | undefined {
  if (armour.length > maxCharacters) return undefined;
  const [, base64] = armoured.exec(armour.replaceAll("\r\n", "\n").trim()) ?? [];
  if (base64 === undefined) return undefined;
  const bytes = Buffer.from(base64, "base64");
  if (bytes.subarray(0, magic.length).toString("latin1") !== magic) return undefined;
  if (bytes.length < magic.length + 4 || bytes.readUInt32BE(magic.length) !== 1) return undefined;
  const fields = fieldsIn(bytes.subarray(magic.length + 4), 5);
  const [blob, space, reserved, hash, signed] = fields ?? [];
  if (!blob || !space || !reserved || !hash || !signed) return undefined;
  const point = typedIn(blob, 32);
  const signature = typedIn(signed, 64);
  const algorithm = hash.toString("latin1");
  if (point === undefined || signature === undefined || space.toString("utf8") !== namespace)
    return undefined;
  if (algorithm !== "sha512" && algorithm !== "sha256") return undefined;
  return {
    key: `${keyType} ${blob.toString("base64")}`,
    verifies: (text) => {
      const digest = createHash(algorithm).update(text).digest();
      const message = Buffer.concat([
        Buffer.from(magic),
        ...[space, reserved, hash, digest].map((field) => withLength(field)),
      ]);
      return holds(point, message, signature);
    },
  };
}

/** The fields of a sequence with exactly `count` of them; undefined if a length leads beyond the end. */
function fieldsIn(bytes: Buffer, count: number): readonly Buffer[] | undefined {
  const fields: Buffer[] = [];
  let at = 0;
  while (fields.length < count) {
    if (at + 4 > bytes.length) return undefined;
    const end = at + 4 + bytes.readUInt32BE(at);
    if (end > bytes.length) return undefined;
    fields.push(bytes.subarray(at + 4, end));
    at = end;
  }
  return at === bytes.length ? fields : undefined;
}

/** The second of two fields, if the first names our type of key and the second is of this length. */
function typedIn(bytes: Buffer, length: number): Buffer | undefined {
  const [type, value] = fieldsIn(bytes, 2) ?? [];
  return type?.toString("latin1") === keyType && value?.length === length ? value : undefined;
}

function withLength(field: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(field.length);
  return Buffer.concat([length, field]);
}

function holds(point: Buffer, message: Buffer, signature: Buffer): boolean {
  try {
    const jwk = { kty: "OKP", crv: "Ed25519", x: point.toString("base64url") };
    return verify(null, message, createPublicKey({ key: jwk, format: "jwk" }), signature);
  } catch {
    // Some 32 bytes are no public key.
    return false;
  }
}
