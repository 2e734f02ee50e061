/**
 * Removes secrets from everything we write: by their shape and, if known, by their value in each encoding in
 * which secrets commonly leak. Base64 of a secret is as good as the secret.
 */
import { redacted, redactShapes } from "../../base/secret-shapes.ts";

/**
 * @param secrets known values of at least 8 characters; shorter ones are ignored, because they would redact
 * ordinary words
 */
export function redact(text: string, secrets: readonly string[] = []): string {
  return withoutValues(redactShapes(text), secrets);
}

/** Removes the known values in any of their encodings. */
export function withoutValues(text: string, secrets: readonly string[]): string {
  return formsOf(secrets).reduce((clean, form) => clean.replaceAll(form, redacted), text);
}

/**
 * Cached by list, because every text comes with the same one and encoding a private key takes longer than
 * searching the text.
 */
const known = new WeakMap<readonly string[], readonly string[]>();

function formsOf(secrets: readonly string[]): readonly string[] {
  const cached = known.get(secrets);
  if (cached !== undefined) return cached;
  const forms = secrets.filter((secret) => secret.length >= 8).flatMap(encodedForms);
  known.set(secrets, forms);
  return forms;
}

/**
 * The encodings in which a secret may leak: base64 at any offset, base64url, hex, percent-encoded. Longest
 * first, so that removing one never leaves part of another behind.
 */
function encodedForms(secret: string): readonly string[] {
  const bytes = new TextEncoder().encode(secret);
  const base64 = [0, 1, 2].map((offset) => base64At(bytes, offset));
  const url = base64.map((form) => form.replace(/\+/g, "-").replace(/\//g, "_"));
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const percent = encodeURIComponent(secret.toWellFormed());
  const every = [...bytes].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
  const forms = [secret, ...base64, ...url, hex, hex.toUpperCase(), percent, every, every.toUpperCase()];
  return [...new Set(forms)].filter((form) => form.length >= 8).sort((a, b) => b.length - a.length);
}

/**
 * Inside a longer text, base64 spells the same bytes in three ways, depending on their offset. These are the
 * characters that depend on the bytes alone.
 */
function base64At(bytes: Uint8Array, offset: number): string {
  const padded = [...new Uint8Array(offset), ...bytes];
  const encoded = btoa(String.fromCharCode(...padded));
  const whole = Math.floor((padded.length * 8) / 6);
  return encoded.slice(Math.ceil((offset * 8) / 6), whole);
}
