/**
 * The forms of secrets, of which there is one list: what goes to GitHub, a terminal, a model or the log is searched by it.
 * Each expression is bounded and begins with a fixed prefix, so that the search takes linear time.
 */

export const redacted = "[redacted]";

const shapes: readonly RegExp[] = [
  // GitHub's. Installation tokens can be several hundred characters long, with dots:
  // https://docs.github.com/en/authentication/keeping-your-account-and-data-secure/about-authentication-to-github
  /gh[pousr]_[A-Za-z0-9_.-]{20,4000}/g,
  /github_pat_[A-Za-z0-9_]{20,255}/g,
  // Ours.
  /(?<![A-Za-z0-9])sbx_[A-Za-z0-9_-]{20,255}/g,
  /(?<![A-Z0-9])(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Z0-9])/g,
  // A JSON Web Token, such as the App's.
  /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,2000}\.[A-Za-z0-9_-]{8,4000}\.[A-Za-z0-9_-]{8,2000}/g,
  /(?<=\bBearer[ \t]{1,5})[A-Za-z0-9._~+/-]{16,2000}={0,2}/gi,
  /(?<![A-Za-z0-9])(?:xox[abeprs]-|sk-|glpat-|npm_|AIza|pypi-|hf_)[A-Za-z0-9_-]{20,255}/g,
  /(?<![A-Za-z0-9])(?:[sr]k_(?:live|test)|whsec)_[A-Za-z0-9+/=_-]{10,255}/g,
  /(?<=\bhooks\.slack\.com\/services\/)[A-Za-z0-9/_-]{20,200}/g,
];
/** `https://user:password@host`, `postgres://:password@host`. */
const inAddress = /(\b[a-z][a-z0-9+.-]{1,30}:\/\/[^\s/@:?#"'<>]{0,100}:)[^\s/@"'<>]{1,300}(?=@)/gi;
/** `https://token@host`: a name there is shorter, and no random string. */
const tokenInAddress = /(?<=\bhttps?:\/\/)([A-Za-z0-9_.~-]{16,300})(?=@)/gi;
/**
 * A variable as a shell or an .env file sets it, whose value has letters and a digit, so is no placeholder, and refers to no other one.
 * Here the name alone says that it is a secret, however the value looks.
 */
const variable =
  /(\b[A-Z][A-Z0-9_]{0,40}(?:PASSWORD|PASSWD|PASS|PWD|SECRET|TOKEN|KEY)=\\{0,3}["']?)(?![$<{*])([^\s"'`,;\\$<>{}]{8,300})/g;
/** Some programs show nothing of it between two letters; elsewhere it makes a symbol an emoji. */
const hiddenSelectors = /(?<=[!-~])[\uFE00-\uFE0F]{1,20}(?=[!-~])/g;
/** A single backslash ends the value: in a line of JSON it belongs to what follows, such as the closing quotation mark. */
const assignment =
  /((?:api[_-]?key|secret|token|passw(?:or)?d|pwd|access[_-]?key|private[_-]?key|credential)[A-Za-z0-9_-]{0,30}["']?[ \t]{0,3}[:=][ \t]{0,3}["']?)((?:[^\s"'`,;\\]|\\\\){12,300})/gi;
/** A text without one of these has no secret; most texts are searched no further. */
const hint =
  /gh[pousr]_|github_pat_|sbx_|A[KS]IA|eyJ|bearer|xox|[sr]k[-_]|glpat-|npm_|AIza|pypi-|hf_|whsec|slack|:[^\s/@]{1,300}@|:\/\/[^\s/@]{16,300}@|pass=|key|secret|token|passw|pwd|credential|PRIVATE/i;

/** The text without what has the form of a secret. It may be a line of JSON, which stays JSON. */
export function redactShapes(text: string): string {
  const bare = text.replace(hiddenSelectors, "");
  if (!hint.test(bare)) return text;
  const plain = withoutKeys(bare);
  const clean = shapes.reduce((left, shape) => left.replace(shape, redacted), plain);
  return clean
    .replace(inAddress, `$1${redacted}`)
    .replace(tokenInAddress, (token) => (looksRandom(token) ? redacted : token))
    .replace(variable, (whole, before: string, value: string) =>
      /\d/.test(value) && /[a-z]/i.test(value) ? `${before}${redacted}` : whole,
    )
    .replace(assignment, (whole, before: string, value: string) =>
      looksRandom(value) ? `${before}${redacted}` : whole,
    );
}

/** A private key without an end marker takes the rest of the text with it, up to a quotation mark. */
function withoutKeys(text: string): string {
  let kept = "";
  let from = 0;
  for (;;) {
    const start = text.slice(from).search(/-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY/);
    if (start < 0) return kept + text.slice(from);
    kept += text.slice(from, from + start) + redacted;
    const end = text.indexOf("-----END ", from + start);
    const close = end < 0 ? -1 : text.indexOf("KEY-----", end);
    const quote = text.indexOf('"', from + start);
    if (close < 0 && quote < 0) return kept;
    from =
      close < 0 || (quote >= 0 && quote < close) ? findEscapeStart(text, quote) : close + "KEY-----".length;
  }
}

/** Where the escape of a quotation mark begins, so that it stays one. */
function findEscapeStart(text: string, quote: number): number {
  let at = quote;
  while (text[at - 1] === "\\") at -= 1;
  return at;
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
