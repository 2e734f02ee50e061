/**
 * What a cycle takes in hand: due deliveries, put into our words, and due looks. A newcomer would let one bad payload
 * fail the rest: what cannot be translated is set aside alone, and everything else goes on.
 */
import type { Millis } from "../../base/clock.ts";
import { messageOf } from "../../base/errors.ts";
import type { Fact, NodeId, RepositorySeen } from "../../engine/model/fact.ts";
import { droppedRow } from "../ledger.ts";
import type { Parts } from "../parts.ts";
import type { Delivery } from "../ports/inbox.ts";
import type { Index } from "../ports/issue-index.ts";
import type { LedgerEntry } from "../ports/ledger.ts";
import type { Look, WaitingLook } from "../ports/look.ts";
import type { PushHeard } from "../ports/settings.ts";
import type { Translation } from "../ports/translation.ts";

export type Target = Look["target"];

/** Work taken from the store. It stays there until a commit settles it or it is given back for later. */
export interface Hand {
  readonly repositoryId: NodeId;
  readonly deliveries: readonly Delivery[];
  readonly looks: readonly WaitingLook[];
}

export interface Translated {
  readonly readable: readonly { readonly delivery: Delivery; readonly translation: Translation }[];
  readonly poison: readonly { readonly delivery: Delivery; readonly error: string }[];
}

/** @param only 1 takes a single piece of work: how the one that makes a cycle fail is found */
export function takeHand(
  { inbox, index, pace }: Pick<Parts, "inbox" | "index" | "pace">,
  repositoryId: NodeId,
  now: Millis,
  only: number,
): Hand {
  const deliveries = inbox.due(repositoryId, now, Math.min(only, pace.deliveriesPerCycle));
  const room = Math.min(only - deliveries.length, pace.looksPerCycle);
  return { repositoryId, deliveries, looks: room > 0 ? index.dueLooks(repositoryId, now, room) : [] };
}

/**
 * As many deliveries, from the first, as one cycle has room for: a hundred about one issue ask for one read, a hundred
 * about as many issues for a hundred. The others stay in the store.
 */
export async function translateAll(
  { translate, pace }: Pick<Parts, "translate" | "pace">,
  deliveries: readonly Delivery[],
): Promise<Translated> {
  const readable: { delivery: Delivery; translation: Translation }[] = [];
  const poison: { delivery: Delivery; error: string }[] = [];
  const asked = new Set<string>();
  for (const delivery of deliveries) {
    try {
      const translation = await translate(delivery);
      for (const { target } of translation.looks) asked.add(keyOf(target));
      if (asked.size > pace.issuesPerCycle && readable.length > 0) break;
      readable.push({ delivery, translation });
    } catch (thrown) {
      poison.push({ delivery, error: messageOf(thrown) });
    }
  }
  return { readable, poison };
}

/** What all that is in hand asks for, said once. */
export interface Errand {
  readonly repository: RepositorySeen | undefined;
  readonly targets: readonly Target[];
  /** GUID of the delivery that asked for a target, by `keyOf`. */
  readonly askedBy: ReadonlyMap<string, string>;
  /** What payloads tell by themselves: commands as created, issues gone, the repository's name of today. */
  readonly facts: readonly Fact[];
  readonly ledger: readonly LedgerEntry[];
  readonly labelsDeleted: boolean;
  readonly filesChanged: boolean;
  /** The newest push to the default branch that a payload tells of. */
  readonly pushed: PushHeard | undefined;
  /** What we are to serve is another, or a payload says so of its repository. */
  readonly installationChanged: boolean;
}

export function errandOf(
  index: Pick<Index, "repository" | "handoversAbout">,
  hand: Hand,
  { readable }: Translated,
  now: Millis,
): Errand {
  const ours = readable.filter(({ translation }) => translation.dropped === undefined);
  const translations = ours.map(({ translation }) => translation);
  const told = translations.findLast((translation) => translation.repository)?.repository;
  const known = index.repository(hand.repositoryId);
  const repository = known ?? told;
  const work = translations.flatMap((translation) => translation.work);
  const reporting = work.length === 0 ? [] : index.handoversAbout(hand.repositoryId, work);
  return {
    repository,
    targets: distinct([
      ...[...translations.flatMap(({ looks }) => looks), ...hand.looks].map(({ target }) => target),
      ...reporting.map((id) => ({ id })),
    ]),
    askedBy: new Map(
      ours.flatMap(({ delivery, translation }) =>
        translation.looks.map(({ target }) => [keyOf(target), delivery.guid] as const),
      ),
    ),
    facts: [
      ...(repository === undefined ? [] : [{ type: "RepositorySeen", repository } as const]),
      ...translations.flatMap(factsOf),
    ],
    ledger: readable.flatMap(({ delivery, translation: { dropped } }) =>
      dropped === undefined ? [] : [droppedRow(now, delivery, dropped)],
    ),
    labelsDeleted: translations.some((translation) => translation.labelsDeleted),
    filesChanged: translations.some((translation) => translation.filesChanged),
    pushed: translations.findLast(({ pushed }) => pushed !== undefined)?.pushed,
    installationChanged:
      translations.some((translation) => translation.installationChanged) || isOutdated(known, told),
  };
}

/** A payload may be older than what is known, or newer: GitHub is asked which. */
function isOutdated(known: RepositorySeen | undefined, told: RepositorySeen | undefined): boolean {
  if (known === undefined || told === undefined) return false;
  const gist = ({ owner, name, installationId, isPrivate, isArchived }: RepositorySeen): string =>
    JSON.stringify([owner, name, installationId, isPrivate, isArchived]);
  return gist(known) !== gist(told);
}

function factsOf(translation: Translation): readonly Fact[] {
  return [
    ...translation.comments.map(
      ({ issue, comment }): Fact => ({ type: "CommentSeen", issueId: issue.id, comment }),
    ),
    ...translation.cut.map(
      ({ blockedId, blockerId }): Fact => ({ type: "EdgeRemoved", blockedId, blockerId }),
    ),
    ...translation.moved.map((move): Fact => ({ type: "IssueMoved", ...move })),
    ...translation.gone.map(({ id, why }): Fact => ({ type: "IssueGone", id, why })),
  ];
}

function distinct(targets: readonly Target[]): readonly Target[] {
  return [...new Map(targets.map((target) => [keyOf(target), target])).values()];
}

/** Names a target within its repository. */
export function keyOf(target: Target): string {
  return "id" in target ? target.id : `#${target.number}`;
}
