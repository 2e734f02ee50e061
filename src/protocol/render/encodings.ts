/**
 * The encodings in which a secret may leak: base64 at any offset, base64url, hex, percent-encoded. Inside a
 * longer text, base64 spells the same bytes in three ways, depending on their offset.
 */

/** All forms, longest first, so that removing one never leaves part of another behind. */
export function encodedForms(secret: string): readonly string[] {
  const bytes = new TextEncoder().encode(secret);
  const base64 = [0, 1, 2].map((offset) => base64At(bytes, offset));
  const url = base64.map((form) => form.replace(/\+/g, "-").replace(/\//g, "_"));
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const percent = encodeURIComponent(secret.toWellFormed());
  const every = [...bytes].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
  const forms = [secret, ...base64, ...url, hex, hex.toUpperCase(), percent, every, every.toUpperCase()];
  return [...new Set(forms)].filter((form) => form.length >= 8).sort((a, b) => b.length - a.length);
}

/** The characters that depend on these bytes alone, whatever precedes and follows them. */
function base64At(bytes: Uint8Array, offset: number): string {
  const padded = [...new Uint8Array(offset), ...bytes];
  const encoded = btoa(String.fromCharCode(...padded));
  const whole = Math.floor((padded.length * 8) / 6);
  return encoded.slice(Math.ceil((offset * 8) / 6), whole);
}
