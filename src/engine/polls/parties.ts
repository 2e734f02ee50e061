/**
 * Who has to agree to a contract: its open tasks, those whose work rests on the versions before, and who holds each. One
 * word of a login is that of all who hold tasks with it, but of the login that wrote the contract it must not be its
 * author's: as the author's word it would be said twice.
 */
import type { Contract } from "../../protocol/kinds/contract.ts";
import { agentNamed, hasSeveralSpeakers } from "../../protocol/settings/agents/roster.ts";
import type { Settings } from "../../protocol/settings/config.ts";
import { keyedName, keyOfLogin, type Voice, voiceOfAuthor } from "../admission/speaking/voice.ts";
import { tasksOf, versionsBefore } from "../messages/contract-versions.ts";
import type { NodeId } from "../model/fact.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import { recordOf, recordsOnTracks, type View } from "../model/view.ts";

export interface Holder {
  /** The login, as `keyOfLogin` names it. */
  readonly key: string;
  readonly name: string;
  /** Whether its login wrote the contract and others of the login hold tasks of it: the author's word is not enough. */
  readonly needsOther: boolean;
  /** The same, and no key tells it from the author: a person has to agree for it. */
  readonly isUnclear: boolean;
}

export interface Party {
  readonly task: IssueRecord;
  /** Those who hold it: the login of one of them has to agree. Empty if no one does. */
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
  const held = tasks.map((task) => ({ task, holders: holdersOf(task, context) }));
  const author = voiceOfAuthor(view, record, context);
  const isShared = author !== undefined && isHeldByOthers(author, held, context.settings);
  return held.map(({ task, holders }) => ({
    task,
    holders: holders.map(({ key, name, agent }) => {
      const needsOther = isShared && author !== undefined && key === keyOfLogin(author);
      return {
        key,
        name,
        needsOther,
        isUnclear: needsOther && !canSignApart(author, agent, context.settings),
      };
    }),
  }));
}

function isOpenTask({ reading, seen }: IssueRecord): boolean {
  return reading.kind === "task" && seen.issueState.state === "open";
}

interface HeldBy {
  readonly key: string;
  readonly name: string;
  readonly agent?: string | undefined;
}

function holdersOf(
  { seen, persisted }: IssueRecord,
  { botId }: Pick<Asked["context"], "botId">,
): readonly HeldBy[] {
  const { lease } = persisted;
  if (lease === undefined)
    return seen.assignees
      .filter(({ id }) => id !== botId)
      .map(({ id, login }) => ({ key: keyOfLogin({ id }), name: login }));
  const { agent, account, login = "" } = lease.holder;
  return [{ key: keyOfLogin({ id: account }), name: agent ?? login, agent }];
}

/** Whether somebody else of the author's login holds a task, or may. */
function isHeldByOthers(
  author: Voice,
  parties: readonly { readonly holders: readonly HeldBy[] }[],
  settings: Settings,
): boolean {
  if (!hasSeveralSpeakers(settings, author.id)) return false;
  const own = keyedName(author);
  return parties
    .flatMap(({ holders }) => holders)
    .some(({ key, agent }) => key === keyOfLogin(author) && `agent ${agent}` !== own);
}

function canSignApart(author: Voice, agent: string | undefined, settings: Settings): boolean {
  if (keyedName(author) === undefined || agent === undefined || `agent ${agent}` === keyedName(author))
    return false;
  return (agentNamed(settings, agent)?.keys.length ?? 0) > 0;
}
