/**
 * `text:` and a hash, in a command: the text that it is about, by SHA-256 of its title and body. It stands directly after
 * the command's word, or after the option's number, so that it is never part of a decision or a reason.
 */

/** 64 digits name a text; eight only choose among those that signalbox showed. */
const digits = "[0-9a-f]{64}|[0-9a-f]{8}";
const form = new RegExp(
  `^((?:(?:for\\s+)?(?:option\\s+)?#?\\d{1,3}\\s+)?)text:(${digits})(?=\\s|$)\\s*`,
  "i",
);
const whole = /^[0-9a-f]{64}$/;

export interface NamedText {
  /** The argument without the name. */
  readonly argument: string;
  /** 64 or eight hex digits, in lower case. */
  readonly textHash?: string;
}

/** @param argument what follows the command's word */
export function takeTextName(argument: string): NamedText {
  const [found, before = "", hash] = form.exec(argument) ?? [];
  if (found === undefined || hash === undefined) return { argument };
  return { argument: `${before}${argument.slice(found.length)}`.trim(), textHash: hash.toLowerCase() };
}

/** What our tools and pages write after a command's word. */
export function formatTextName(textHash: string): string {
  return `text:${textHash}`;
}

/** Whether a hash names exactly one text. Eight digits do not: another text with the same ones is quickly made. */
export function isWholeHash(textHash: string): boolean {
  return whole.test(textHash);
}
