/** Whose share of a repository's comments an effect uses. */
import { isAdmitted, responsibleUser } from "../../engine/admission/trust.ts";
import type { NodeId } from "../../engine/model/fact.ts";
import type { IssueRecord } from "../../engine/model/snapshot.ts";
import type { ShareHolder } from "../ports/account.ts";

/**
 * @param asker the user who asked for it by a command; otherwise the author responsible for the issue's body
 * counts
 */
export function shareHolderOf(record: IssueRecord | undefined, asker: NodeId | undefined): ShareHolder {
  return {
    author: asker ?? (record && responsibleUser(record)?.id) ?? "nobody",
    isStranger: asker === undefined && (record === undefined || !isAdmitted(record)),
  };
}
