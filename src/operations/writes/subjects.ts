/** The issues that a message names, each looked up, so that it names what the issue's own repository calls them. */
import { type Ref, type RepositoryName, refKey } from "../../protocol/references/ref.ts";
import type { OperationPorts } from "../operation.ts";
import { type Subject, subjectOf } from "./write-input.ts";

/**
 * @param place where the message will be: what is in the same repository is named by its number alone
 * @throws UserError unless each is an issue of one of the kinds
 */
export async function subjectsOf(
  ports: OperationPorts,
  place: RepositoryName,
  given: readonly Ref[],
  subject: Subject,
): Promise<readonly Ref[]> {
  const found = await Promise.all(given.map((ref) => subjectOf(ports, ref, subject)));
  return found.map((ref) => {
    const isHere = refKey(ref) === refKey({ ...place, number: ref.number });
    return isHere ? { number: ref.number } : ref;
  });
}
