/** Reads an issue and what a brief of it needs, with the caller's token and in few requests. */
import { fold } from "../../engine/fold/fold.ts";
import { neighbours, unresolvedReferences } from "../../engine/fold/neighbours.ts";
import type { NodeId } from "../../engine/model/fact.ts";
import { emptySnapshot } from "../../engine/model/snapshot.ts";
import { type View, viewOf } from "../../engine/model/view.ts";
import { withBelieved } from "../../github/caller/believed.ts";
import { type Overview, readOverview } from "../../github/caller/overview.ts";
import {
  type CallerReader,
  factsOf,
  maxTargets,
  type ReadOnce,
  readOnce,
  targetOf,
} from "../../github/caller/read-once.ts";
import type { IssueTarget } from "../../github/read/queries.ts";
import { type FullRef, refKey } from "../../protocol/references/ref.ts";
import { isListedAgent } from "../../protocol/settings/agents/roster.ts";

/** Two rings are enough for every decision about an issue; the first request asks about the repository. */
const maxRings = 3;

export interface Around {
  readonly overview: Overview;
  readonly view: View;
  /** Undefined if there is no such issue. */
  readonly id: NodeId | undefined;
  /** Whether something was left out, as it did not fit into the requests. */
  readonly isCut: boolean;
}

export async function readAround(reader: CallerReader, { owner, repo, number }: FullRef): Promise<Around> {
  const overview = await readOverview(reader, { owner, repo }, number);
  const { repository, namedBy } = overview;
  const place = { owner: repository.owner, name: repository.name };
  // The newest first: an old mention is missed less than a new handover.
  const naming = namedBy.toReversed().slice(0, maxTargets - 1);
  const read = new Map<NodeId, ReadOnce>();
  let view = viewFrom(reader, overview, read);
  let isCut = namedBy.length > naming.length;
  let targets: readonly IssueTarget[] = [
    targetOf({ ...place, number }),
    ...naming.map((id) => targetOf({ id })),
  ];
  for (let ring = 0; ring < maxRings && targets.length > 0; ring++) {
    for (const each of await readOnce(reader, targets.slice(0, maxTargets))) read.set(each.response.id, each);
    isCut ||= targets.length > maxTargets;
    view = viewFrom(reader, overview, read);
    targets = missingFrom(view, read, { ...place, number });
  }
  const found = numbered(view, place, number);
  const isWhole = targets.length === 0 && [...read.values()].every((each) => !each.isCut);
  return { overview, view, id: found, isCut: isCut || !isWhole };
}

interface Place {
  readonly owner: string;
  readonly name: string;
}

function numbered(view: View, { owner, name }: Place, number: number): NodeId | undefined {
  return view.numbers.get(refKey({ owner, repo: name, number }));
}

/** Issues in other repositories are shown only as the links describe them. */
function missingFrom(
  view: View,
  read: ReadonlyMap<NodeId, ReadOnce>,
  { number, ...place }: Place & { readonly number: number },
): readonly IssueTarget[] {
  const id = numbered(view, place, number);
  if (id === undefined) return [];
  const ids = neighbours(view, [id]).filter((each) => !read.has(each));
  const numbers = unresolvedReferences(view, [id]);
  return [
    ...ids.map((each) => targetOf({ id: each })),
    ...numbers.map((each) => targetOf({ ...place, number: each.number })),
  ];
}

export function viewFrom(
  reader: CallerReader,
  { repository, settings }: Overview,
  read: ReadonlyMap<NodeId, ReadOnce>,
): View {
  const { labels } = settings;
  const facts = factsOf(reader, [...read.values()], { labels, leader: settings.leader });
  const repositories = new Map([[repository.id, repository]]);
  const { snapshot } = fold({ ...emptySnapshot, repositories }, facts);
  const records = [...snapshot.records].map(([id, record]) => {
    const response = read.get(id)?.response;
    if (response === undefined) return [id, record] as const;
    const { author, opened } = record.seen;
    const isAppsOwn = opened !== undefined || (author !== undefined && isListedAgent(settings, author.id));
    return [id, withBelieved(record, response, isAppsOwn)] as const;
  });
  return viewOf({ ...snapshot, records: new Map(records) });
}
