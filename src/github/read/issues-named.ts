/**
 * The issues that the text of a pull request names, as `refKey` writes them. Code, comments and quotes name
 * nothing.
 */
import { parseRefs, type RepositoryName, refKey, resolveRef } from "../../protocol/references/ref.ts";

const maxLength = 100_000;
const maxNamed = 100;

export function issuesNamed(text: string, home: RepositoryName): readonly string[] {
  const refs = parseRefs(text.slice(0, maxLength)).slice(0, maxNamed);
  return refs.map((ref) => refKey(resolveRef(ref, home)));
}
