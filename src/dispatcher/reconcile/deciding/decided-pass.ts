/** What a pass decides about, and what it knows once it has decided. */
import type { Millis } from "../../../base/clock.ts";
import type { Decision } from "../../../engine/decide.ts";
import type { NodeId, RepositorySeen } from "../../../engine/model/fact.ts";
import type { Context } from "../../../engine/model/rule.ts";
import type { View } from "../../../engine/model/view.ts";
import type { AssignedOrder } from "../../orders/task-chooser.ts";
import type { PageRequest } from "../../ports/refresh-request.ts";
import type { Gathered } from "../reading/gathering.ts";
import type { UnreadRefreshes } from "../reading/unread-issues.ts";
import type { ReadPlan, WorkBatch } from "../work-batch.ts";
import type { FoldWithKnown } from "./fold-around.ts";

export interface PassWork {
  readonly repository: RepositorySeen;
  readonly batch: WorkBatch;
  readonly plan: Pick<ReadPlan, "repository" | "askedBy" | "ledger" | "words">;
  readonly gathered: Gathered;
  /** Where the next list of changes may begin. */
  readonly cursor: Millis | undefined;
  /** The next page of the repository's issues. */
  readonly page?: PageRequest | undefined;
  /** Those of the batch's orders that are still waited for. */
  readonly orders?: readonly AssignedOrder[];
}

/** A pass after its decision: all that its commit is made of. */
export interface DecidedPass {
  readonly work: PassWork;
  readonly now: Millis;
  readonly folded: FoldWithKnown;
  /** Everything that was read or known. */
  readonly view: View;
  readonly context: Context;
  /** The targets that the batch adopts, by `keyOf`. */
  readonly adopted: ReadonlySet<string>;
  readonly decision: Decision;
  /** Issues to read before anything is decided about them. */
  readonly held: readonly NodeId[];
  readonly unread: UnreadRefreshes;
}
