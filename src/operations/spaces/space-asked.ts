/** The space to which a list of tasks is narrowed: the one that is asked for, otherwise that of the surroundings. */
import { UserError } from "../../base/errors.ts";
import { type FullRef, formatRef, type Ref } from "../../protocol/references/ref.ts";
import { inRepository, issueInput, parseRepository, unknownIssue } from "../issue.ts";
import type { OperationPorts } from "../operation.ts";
import { oneLine } from "../output/terminal-text.ts";
import type { CardDetail, ReadyFilter } from "../ports.ts";

export const spaceInput = issueInput
  .describe("only tasks of this space (default: SIGNALBOX_SPACE)")
  .optional();

export interface SpaceAsked extends CardDetail {
  readonly space: NonNullable<CardDetail["space"]>;
}

interface Place extends Pick<ReadyFilter, "repository" | "space"> {
  /** The names of the tasks of the space; undefined without one. */
  readonly tasks?: ReadonlySet<string>;
}

/**
 * The repository and the space to list tasks of. A space says its repository, too.
 * @throws UserError if it is not a space, or of another repository than the one asked for
 */
export async function narrowed(
  ports: OperationPorts,
  { repo, space }: { readonly repo?: string | undefined; readonly space?: Ref | undefined },
): Promise<Place> {
  const repository = repo === undefined ? ports.repository : parseRepository(repo);
  const found = await spaceAsked({ ...ports, repository }, space);
  if (found === undefined) return { repository };
  const { owner, repo: name, number } = found;
  const isElsewhere = `${owner}/${name}`.toLowerCase() !== (repo ?? `${owner}/${name}`).toLowerCase();
  if (isElsewhere)
    throw new UserError(`${formatRef(found)} is a space of another repository than ${repo}.`, {
      code: "invalid-input",
    });
  const tasks = new Set(found.space.tasks.map(({ ref }) => ref));
  return { repository: { owner, repo: name }, space: number, tasks };
}

/** @throws UserError if it is not a space */
export async function spaceAt(ports: OperationPorts, given: Ref): Promise<SpaceAsked> {
  return spaceOf(ports, await inRepository(ports, given), "");
}

/** Undefined if none is asked for. @throws UserError if it is not a space */
export async function spaceAsked(
  ports: OperationPorts,
  given: Ref | undefined,
): Promise<SpaceAsked | undefined> {
  if (given !== undefined) return spaceAt(ports, given);
  if (ports.space === undefined) return undefined;
  const { data } = issueInput.safeParse(ports.space);
  if (data !== undefined) return spaceOf(ports, await inRepository(ports, data), "SIGNALBOX_SPACE names ");
  throw new UserError(
    `SIGNALBOX_SPACE must be the issue of a space, such as 5 or acme/demo#5, found ${oneLine(ports.space, 60)}.`,
    { code: "invalid-input" },
  );
}

async function spaceOf(ports: OperationPorts, ref: FullRef, start: string): Promise<SpaceAsked> {
  const card = await ports.board.card(ref.owner, ref.repo, ref.number);
  if (card === undefined) throw start === "" ? unknownIssue(ref) : unknownSpace(ref);
  const { space, kind } = card;
  if (space !== undefined) return { ...card, space };
  const what = `${kind === "escalation" || kind === "answer" ? "an" : "a"} ${kind}`;
  throw new UserError(
    `${start}${formatRef(ref)}${start === "" ? " is " : ", which is "}${what}, and not a space.`,
    {
      code: "wrong-kind",
    },
  );
}

function unknownSpace(ref: FullRef): UserError {
  return new UserError(`SIGNALBOX_SPACE names ${formatRef(ref)}, which the index does not have.`, {
    code: "unknown-issue",
  });
}
