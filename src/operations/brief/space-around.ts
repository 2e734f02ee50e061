/** What a brief says of the space that a task is read in: what its tasks are for, and what to know and to read first. */
import { formatRef, type Ref, readFullRef } from "../../protocol/references/ref.ts";
import type { OperationPorts } from "../operation.ts";
import type { CardDetail } from "../ports.ts";
import { type SpaceAsked, spaceAsked } from "../spaces/space-asked.ts";

export interface BriefSpace {
  /** `acme/demo#5`. */
  readonly name: string;
  readonly title: string;
  readonly purpose: string;
  readonly context: string;
  readonly pinnedFiles: readonly string[];
  /** Whether the task belongs to it. */
  readonly isItsOwn: boolean;
}

/**
 * The space that is asked for, otherwise the one that the task belongs to.
 * @throws UserError if what is asked for is not a space
 */
export async function spaceAround(
  ports: OperationPorts,
  task: CardDetail,
  given: Ref | undefined,
): Promise<BriefSpace | undefined> {
  const asked = (await spaceAsked(ports, given)) ?? (await ownSpace(ports, task));
  if (asked === undefined) return undefined;
  const { purpose, context, pinnedFiles } = asked.space;
  const name = formatRef(asked);
  return { name, title: asked.title, purpose, context, pinnedFiles, isItsOwn: task.parent?.ref === name };
}

async function ownSpace({ board }: OperationPorts, { parent }: CardDetail): Promise<SpaceAsked | undefined> {
  const ref = parent && readFullRef(parent.ref);
  if (ref === undefined) return undefined;
  const card = await board.card(ref.owner, ref.repo, ref.number);
  return card?.space === undefined ? undefined : { ...card, space: card.space };
}
