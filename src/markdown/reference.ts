/** Finds what a text refers to on GitHub: issues such as `#12` and `acme/demo#12`, and people such as `@maria`. */

export type Reference =
  | {
      readonly kind: "issue";
      /** Undefined for an issue of the text's own repository. */
      readonly repository: { readonly owner: string; readonly name: string } | undefined;
      readonly number: number;
    }
  | { readonly kind: "user"; readonly login: string };

export interface Part {
  readonly text: string;
  /** Undefined for the text between references. */
  readonly reference: Reference | undefined;
}

/** A login may have a `_`: those that an enterprise manages end in one and its short code. */
const references =
  /(?<![\w/#&.@-])(?:(?<owner>[a-z\d][a-z\d_-]{0,38})\/(?<name>[\w.-]{1,100}))?#(?<number>[1-9]\d{0,8})(?![\w-])|(?<![\w/#&.@-])@(?<login>[a-z\d][a-z\d_-]{0,38})(?![\w/-])/gi;

/** The text cut into references and what is between them; joined, the parts are the text. */
export function partsOf(text: string): readonly Part[] {
  const parts: Part[] = [];
  let end = 0;
  for (const { 0: found, index, groups = {} } of text.matchAll(references)) {
    if (index > end) parts.push({ text: text.slice(end, index), reference: undefined });
    parts.push({ text: found, reference: referenceIn(groups) });
    end = index + found.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), reference: undefined });
  return parts;
}

function referenceIn({ owner, name, number, login }: Record<string, string | undefined>): Reference {
  if (login !== undefined) return { kind: "user", login };
  const repository = owner === undefined || name === undefined ? undefined : { owner, name };
  return { kind: "issue", repository, number: Number(number) };
}
