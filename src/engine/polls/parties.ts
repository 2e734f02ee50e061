/**
 * Who has to agree to a contract: its open tasks, those whose work rests on the versions before, and who holds each. One
 * word of a login is that of all who hold tasks with it, but of a login that wrote or changed the contract it must not be
 * that maker's: it would be said twice.
 */

import type { Contract } from "../../protocol/kinds/contract.ts";
import { isSameAccount } from "../../protocol/settings/agents/account-key.ts";
import { agentNamed, hasSeveralSpeakers } from "../../protocol/settings/agents/roster.ts";
import type { Settings } from "../../protocol/settings/config.ts";
import { keyedName, keyOfLogin, type Voice } from "../admission/speaking/voice.ts";
import { makersOfText } from "../admission/text-makers.ts";
import { tasksOf, versionsBefore } from "../messages/contract-versions.ts";
import type { NodeId } from "../model/fact.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import { recordOf, recordsOnTracks, type View } from "../model/view.ts";

export interface Holder {
  /** The login, as `keyOfLogin` names it. */
  readonly key: string;
  readonly name: string;
  /** Whether its login made the text, and others of the login hold tasks of it: the word of who made it is not enough. */
  readonly needsOther: boolean;
  /** The same, and no key tells it from who made the text: a person has to agree for it. */
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
  const makers = makersOfText(view, record, context).filter((maker) =>
    isHeldByOthers(maker, held, context.settings),
  );
  return held.map(({ task, holders }) => ({
    task,
    holders: holders.map(({ key, name, agent }) => {
      const own = makers.filter((maker) => key === keyOfLogin(maker));
      return {
        key,
        name,
        needsOther: own.length > 0,
        isUnclear: own.some((maker) => !canSignApart(maker, agent, context.settings)),
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
      .filter(({ id }) => !isSameAccount(id, botId))
      .map(({ id, login }) => ({ key: keyOfLogin({ id }), name: login }));
  const { agent, account, login = "" } = lease.holder;
  return [{ key: keyOfLogin({ id: account }), name: agent ?? login, agent }];
}

/** Whether somebody else of the login of who made the text holds a task, or may. */
function isHeldByOthers(
  maker: Voice,
  parties: readonly { readonly holders: readonly HeldBy[] }[],
  settings: Settings,
): boolean {
  if (!hasSeveralSpeakers(settings, maker.id)) return false;
  const own = keyedName(maker);
  return parties
    .flatMap(({ holders }) => holders)
    .some(({ key, agent }) => key === keyOfLogin(maker) && `agent ${agent}` !== own);
}

function canSignApart(maker: Voice, agent: string | undefined, settings: Settings): boolean {
  if (keyedName(maker) === undefined || agent === undefined || `agent ${agent}` === keyedName(maker))
    return false;
  return (agentNamed(settings, agent)?.keys.length ?? 0) > 0;
}
