/** Signatures of OpenSSH, with `ssh-keygen` as the oracle. */
import { afterAll, describe, expect, test } from "vitest";
import { readSshSignature } from "../../../src/github/signatures/ssh-signature.ts";
import { createKeyRing, whyNoSshKeygen } from "../../support/ssh-keys.ts";

const read = (armour: string) => readSshSignature(armour, "signalbox");
const armour = (bytes: Buffer): string =>
  `-----BEGIN SSH SIGNATURE-----\n${bytes.toString("base64")}\n-----END SSH SIGNATURE-----`;
const field = (value: Buffer | string): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(value.length);
  return Buffer.concat([length, Buffer.from(value)]);
};

describe.skipIf(whyNoSshKeygen !== undefined)(
  `with ssh-keygen${whyNoSshKeygen ? `: ${whyNoSshKeygen}` : ""}`,
  () => {
    const ring = createKeyRing();
    afterAll(ring.remove);

    test("AG02 what ssh-keygen signs verifies, over this text alone", () => {
      const ada = ring.make("ada");
      for (const text of ["", "text\n", "ä€😀\n", "x".repeat(100_000)]) {
        const signature = read(ada.sign(text));
        expect(signature?.key).toBe(ada.publicKey);
        expect(signature?.verifies(text)).toBe(true);
        expect(signature?.verifies(`${text} `)).toBe(false);
      }
    });

    test("AG02 a signature with carriage returns or blanks around it is the same one", () => {
      const written = ring.make("carl").sign("text");
      expect(read(` \n${written.replaceAll("\n", "\r\n")}\n`)?.verifies("text")).toBe(true);
    });

    test("AG05 every byte that differs is refused", () => {
      const written = ring.make("dora").sign("text");
      const bytes = Buffer.from(written.split("\n").slice(1, -2).join(""), "base64");
      for (let at = 0; at < bytes.length; at++) {
        const changed = Buffer.from(bytes);
        changed[at] = (changed[at] ?? 0) ^ 1;
        const result = read(armour(changed));
        // Another key may still be a whole key; what it signed is then not this text.
        expect(result?.verifies("text") ?? false, `byte ${at}`).toBe(false);
      }
      expect(read(armour(bytes))?.verifies("text")).toBe(true);
    });

    test("AG05 other algorithms, another namespace and a whole key file are refused", () => {
      expect(read(ring.make("rsa", "rsa").sign("text"))).toBeUndefined();
      expect(read(ring.make("ecdsa", "ecdsa").sign("text"))).toBeUndefined();
      expect(read(ring.make("git").sign("text", "git"))).toBeUndefined();
      expect(read(ring.make("key").publicKey)).toBeUndefined();
    });
  },
);

const key = Buffer.concat([field("ssh-ed25519"), field(Buffer.alloc(32, 1))]);
const signed = Buffer.concat([field("ssh-ed25519"), field(Buffer.alloc(64, 2))]);
const start = Buffer.concat([Buffer.from("SSHSIG"), Buffer.from([0, 0, 0, 1])]);
const whole = [field(key), field("signalbox"), field(""), field("sha512"), field(signed)];
const beyond = Buffer.from([0xff, 0xff, 0xff, 0xff]);

test("AG05 the parts of the hostile signatures below, put together well, are read", () => {
  expect(read(armour(Buffer.concat([start, ...whole])))?.verifies("text")).toBe(false);
});

test.each([
  ["nothing", ""],
  ["an empty armour", armour(Buffer.alloc(0))],
  ["only the magic word", armour(Buffer.from("SSHSIG"))],
  ["version 2", armour(Buffer.concat([Buffer.from("SSHSIG"), Buffer.from([0, 0, 0, 2]), ...whole]))],
  ["a length beyond the end", armour(Buffer.concat([start, beyond]))],
  ["a length beyond the end in the last field", armour(Buffer.concat([start, ...whole.slice(0, 4), beyond]))],
  ["a length beyond the end in the key", armour(Buffer.concat([start, field(beyond), ...whole.slice(1)]))],
  ["bytes after the end", armour(Buffer.concat([start, ...whole, Buffer.from([0])]))],
  ["a cut field", armour(Buffer.concat([start, ...whole]).subarray(0, -1))],
  ["a key of 31 bytes", armour(Buffer.concat([start, field(key.subarray(0, -1)), ...whole.slice(1)]))],
  ["the hash md5", armour(Buffer.concat([start, ...whole.slice(0, 3), field("md5"), field(signed)]))],
  ["one megabyte", armour(Buffer.alloc(1_000_000, 65))],
  [
    "one megabyte of line ends",
    `-----BEGIN SSH SIGNATURE-----\n${"\n".repeat(1_000_000)}-----END SSH SIGNATURE-----`,
  ],
  ["1,900 characters that almost fit", `-----BEGIN SSH SIGNATURE-----\n${"A\n".repeat(900)}=====\n-----END`],
  ["an armour within an armour", armour(Buffer.from(armour(Buffer.concat([start, ...whole]))))],
  ["two armours", `${armour(Buffer.concat([start, ...whole]))}\n${armour(Buffer.concat([start, ...whole]))}`],
  ["a private key", "-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n-----END OPENSSH PRIVATE KEY-----"],
])("AG05 hostile: %s is refused within 5 ms, and nothing is thrown", (_, written) => {
  read("warm");
  // The best of three: the machine may be busy with something else.
  const times = [1, 2, 3].map(() => {
    const from = performance.now();
    expect(read(written)).toBeUndefined();
    return performance.now() - from;
  });
  expect(Math.min(...times)).toBeLessThan(5);
});
