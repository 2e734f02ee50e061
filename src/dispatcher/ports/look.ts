/** The wish to look at an issue. A newcomer would put what changed into it; a look only says where. */
import type { Millis } from "../../base/clock.ts";
import type { NodeId } from "../../engine/model/fact.ts";

/** "Look at this issue": what a delivery, a sweep or another repository's cycle asks for. */
export interface Look {
  readonly repositoryId: NodeId;
  readonly target: { readonly id: NodeId } | { readonly number: number };
  readonly dueAt: Millis;
  readonly because: string;
}

/** A look as it waits in the store. Asking again for the same target makes a new `id` that keeps the earlier `dueAt`,
 * so that settling the old one never swallows the new wish. */
export interface WaitingLook extends Look {
  readonly id: number;
}
