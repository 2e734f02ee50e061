/**
 * Removes secrets from everything we write: by their shape and, if known, by their value in each encoding in
 * which secrets commonly leak. Base64 of a secret is as good as the secret.
 */
const redacted = "[redacted]";

/** Each is bounded and begins with a fixed prefix, so that the search is linear. */
const shapes: readonly RegExp[] = [
  /gh[pousr]_[A-Za-z0-9_.-]{20,800}/g,
  /github_pat_[A-Za-z0-9_]{20,255}/g,
  /(?<![A-Z0-9])(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Z0-9])/g,
  /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,2000}\.[A-Za-z0-9_-]{8,4000}\.[A-Za-z0-9_-]{8,2000}/g,
  /(?<=\bBearer[ \t]{1,5})[A-Za-z0-9._~+/-]{16,2000}={0,2}/gi,
  /(?<![A-Za-z0-9])(?:xox[abeprs]-|sk-|glpat-|npm_|AIza)[A-Za-z0-9_-]{20,255}/g,
];
const assignment =
  /((?:api[_-]?key|secret|token|passw(?:or)?d|pwd|access[_-]?key|private[_-]?key|credential)[A-Za-z0-9_-]{0,30}["']?[ \t]{0,3}[:=][ \t]{0,3}["']?)([^\s"'`,;]{12,300})/gi;

/**
 * @param secrets known values of at least 8 characters; shorter ones are ignored, because they would redact
 * ordinary words
 */
export function redact(text: string, secrets: readonly string[] = []): string {
  let clean = withoutPem(text);
  for (const shape of shapes) clean = clean.replace(shape, redacted);
  clean = clean.replace(assignment, (whole, before: string, value: string) =>
    looksRandom(value) ? `${before}${redacted}` : whole,
  );
  return withoutValues(clean, secrets);
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

/** A key without an end marker takes the rest of the text with it. */
function withoutPem(text: string): string {
  let kept = "";
  let from = 0;
  for (;;) {
    const start = text.slice(from).search(/-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY/);
    if (start < 0) return kept + text.slice(from);
    kept += text.slice(from, from + start) + redacted;
    const end = text.indexOf("-----END ", from + start);
    const close = end < 0 ? -1 : text.indexOf("KEY-----", end);
    if (close < 0) return kept;
    from = close + "KEY-----".length;
  }
}

/**
 * Whether a value has letters and digits and more than three bits per character. Prose and placeholders have
 * fewer.
 */
function looksRandom(value: string): boolean {
  if (!/\d/.test(value) || !/[a-z]/i.test(value)) return false;
  const counts = new Map<string, number>();
  for (const character of value) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / value.length) * Math.log2(count / value.length);
  return bits > 3;
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
