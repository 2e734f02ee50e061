/** A discovery that calls for something is told once to whoever works on each task that it concerns. */
import { discoveriesFor, type Found } from "../audience.ts";
import { peopleOf } from "../people.ts";
import { nothing, type ShowRule, type Situation, type Wish } from "../rule.ts";
import { nameOfId } from "../status/parts.ts";
import { isAdmitted } from "../trust.ts";

export const tellDiscovery: ShowRule = { name: "tell-discovery", show };

const prefix = "tell:";

/** Whom a comment of ours told, by its marker: a discovery's node id. */
export function toldBy(key: string): string | undefined {
  return key.startsWith(prefix) ? key.slice(prefix.length) : undefined;
}

function show(situation: Situation) {
  const { record } = situation;
  if (record.reading.kind !== "task" || record.seen.standing.state === "closed" || !isAdmitted(record))
    return nothing;
  const { told } = record.memory;
  const news = discoveriesFor(situation, record).filter(
    (found) => callsForAction(found) && !told.includes(found.record.seen.id),
  );
  return { wishes: news.flatMap((found) => tell(situation, found) ?? []) };
}

function callsForAction({ discovery: { actionNeeded } }: Found): boolean {
  return actionNeeded !== "none";
}

function tell(situation: Situation, { record, discovery }: Found): Wish | undefined {
  const { id, title } = record.seen;
  const people = peopleOf(situation).filter((person) => person.id !== record.seen.author?.id);
  if (people.length === 0) return undefined;
  const data = {
    people: people.map(({ login }) => login),
    name: nameOfId(situation, id),
    title,
    action: discovery.actionNeeded,
    finding: discovery.finding,
  };
  const marker = `${prefix}${id}`;
  const effect = {
    type: "AddComment",
    marker,
    text: situation.context.render({ name: "discovery-told", data }),
  } as const;
  const because = `${data.name} concerns it and asks to ${data.action}.`;
  return { slot: `tell ${id}`, key: marker, effect, reason: { rule: tellDiscovery.name, because } };
}
