/**
 * Who has to agree to a contract: its open tasks, those whose work rests on the versions before, and who holds each.
 * Agents without keys on one account cannot be told apart, so such an account speaks for one of them.
 */
import type { Contract } from "../../protocol/kinds/contract.ts";
import { agentNamed, hasSeveralSpeakers } from "../../protocol/settings/agents/roster.ts";
import type { Settings } from "../../protocol/settings/config.ts";
import { tasksOf, versionsBefore } from "../messages/contract-versions.ts";
import type { NodeId } from "../model/fact.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import { recordOf, recordsOnTracks, type View } from "../model/view.ts";

export interface Holder {
  /** The speaker, as `nameOfSpeaker` names it. */
  readonly key: string;
  readonly name: string;
  /** Whether its account speaks for another agent's task already. A person has to agree for it. */
  readonly isUnclear: boolean;
}

export interface Party {
  readonly task: IssueRecord;
  /** The speakers who hold it: one of them has to agree. Empty if no one does. */
  readonly holders: readonly Holder[];
}

interface Asked {
  readonly view: View;
  readonly record: IssueRecord;
  readonly context: { readonly settings: Settings; readonly botId: NodeId };
}

/** The provider's task is first. */
export function partiesOf({ view, record, context }: Asked, contract: Contract): readonly Party[] {
  const named = [contract.provider, ...contract.consumers].flatMap(
    (ref) => recordOf(view, record, ref) ?? [],
  );
  // On a track, only work that has begun has someone to ask: its other tasks need not use the interface. And what
  // rests on a version before goes on resting on it until somebody is asked.
  const resting = versionsBefore(view, record).flatMap((version) => tasksOf(view, version));
  const begun = [...recordsOnTracks(view, record), ...resting].filter(
    (task) => holdersOf(task, context).length > 0,
  );
  const tasks = [...new Set([...named, ...begun])].filter(isOpenTask);
  return clearly(
    tasks.map((task) => ({ task, holders: holdersOf(task, context) })),
    context.settings,
  );
}

function isOpenTask({ reading, seen }: IssueRecord): boolean {
  return reading.kind === "task" && seen.issueState.state === "open";
}

interface Held {
  readonly key: string;
  readonly name: string;
  readonly account: NodeId;
  readonly agent?: string | undefined;
}

function holdersOf({ seen, persisted }: IssueRecord, { settings, botId }: Asked["context"]): readonly Held[] {
  const { lease } = persisted;
  if (lease === undefined)
    return seen.assignees
      .filter(({ id }) => id !== botId)
      .map(({ id, login }) => ({ key: `account ${id}`, name: login, account: id }));
  const { agent, account, login = "" } = lease.holder;
  const hasKey = agent !== undefined && (agentNamed(settings, agent)?.keys.length ?? 0) > 0;
  return [{ key: hasKey ? `agent ${agent}` : `account ${account}`, name: agent ?? login, account, agent }];
}

function clearly(
  parties: readonly { readonly task: IssueRecord; readonly holders: readonly Held[] }[],
  settings: Settings,
): readonly Party[] {
  const first = new Map<string, Held>();
  return parties.map(({ task, holders }) => ({
    task,
    holders: holders.map((holder) => {
      const { key, name } = holder;
      const earlier = first.get(key) ?? holder;
      first.set(key, earlier);
      return { key, name, isUnclear: mayDiffer(earlier, holder, settings) };
    }),
  }));
}

/** Whether the two, whose key is the same, may be two agents. */
function mayDiffer(one: Held, other: Held, settings: Settings): boolean {
  if (one === other || one.key !== `account ${other.account}`) return false;
  if (!hasSeveralSpeakers(settings, other.account)) return false;
  return one.agent === undefined || one.agent !== other.agent;
}
