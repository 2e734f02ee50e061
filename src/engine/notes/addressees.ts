/** Resolves the addressees of `/tell`: agents by name or role, the holders of a track's tasks, everyone. */
import { readTell, type TellCommand } from "../../protocol/commands/tell.ts";
import type { RuleInput } from "../model/rule.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import { spokenCommands } from "../model/spoken-commands.ts";
import { sameTrack, trackOf } from "../model/track.ts";
import { type AgentHere, agentsHere } from "./agents-here.ts";

export interface Addressed {
  readonly to: readonly string[];
  readonly text: string;
  /** Whether any addressee was understood; a role or a track may have no agents now. */
  readonly isAddressed: boolean;
}

export function addressedBy(input: RuleInput, command: TellCommand): Addressed {
  const here = agentsHere(input);
  const { to, text } = readTell(command, (word) => isAddressee(word, here));
  const names = to.flatMap((word) => namesFor(word, here, input));
  return { to: [...new Set(names)], text, isAddressed: to.length > 0 };
}

/** Whether a comment tells a track something, so that the holders of its tasks must be known. */
export function tellsTrack({ seen }: IssueRecord): boolean {
  return seen.comments.some((comment) =>
    spokenCommands(comment).some((command) => command.name === "tell" && /\btrack:/i.test(command.words)),
  );
}

function isAddressee(word: string, here: readonly AgentHere[]): boolean {
  return word === "everyone" || word.startsWith("track:") || here.some((agent) => isNamed(word, agent));
}

function namesFor(word: string, here: readonly AgentHere[], input: RuleInput): readonly string[] {
  if (word === "everyone") return here.map(({ name }) => name);
  if (word.startsWith("track:")) return holdersOn(word.slice("track:".length), input);
  return here.flatMap((agent) => (isNamed(word, agent) ? agent.name : []));
}

function isNamed(word: string, { name, role }: AgentHere): boolean {
  return word === name || (role !== undefined && word === `role:${role}`);
}

function holdersOn(track: string, { view, record }: RuleInput): readonly string[] {
  const read = [...view.records.values()]
    .filter(({ seen }) => seen.repositoryId === record.seen.repositoryId)
    .flatMap((each) => ({ agent: each.persisted.lease?.holder.agent, track: trackOf(each) }));
  const others = (view.holdings ?? []).filter(({ id }) => !view.records.has(id));
  return [...read, ...others].flatMap((each) =>
    each.agent !== undefined && each.track !== undefined && sameTrack(each.track, track) ? each.agent : [],
  );
}
