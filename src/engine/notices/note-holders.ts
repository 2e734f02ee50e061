/** A held task remembers what held it and where it stood, so that its freeing is noticed and it returns there. */
import type { Blocker } from "../blocking/blockers.ts";
import { startedLabel, type TaskStanding, taskStanding } from "../blocking/task-status.ts";
import { isTold, wakesIn } from "../messages/wakes.ts";
import { formatNoticeId, parseNoticeId } from "../model/keys/notice-id.ts";
import { type Memory, sameMemory } from "../model/memory.ts";
import { nothing, type RememberRule, type Situation } from "../model/rule.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import type { View } from "../model/view.ts";
import { changedDecisions } from "./changed-decisions.ts";
import { freeingOf, removalsAmong } from "./freeing.ts";

export const noteHolders: RememberRule = { name: "note-holders", remember };

/** How many freeings a task remembers. */
const remembered = 20;

function remember({ view, record }: Situation) {
  if (record.reading.kind !== "task") return nothing;
  const standing = taskStanding(view, record);
  const seen = { ...record, memory: { ...record.memory, woken: wakesSeen(record.memory, record.seen.own) } };
  const woken = { ...seen, memory: withToldChanges(view, seen, standing) };
  const news = woken.memory.woken.filter((name) => !record.memory.woken.includes(name));
  const free = released(noted(woken.memory, standing, startedLabel(record)), woken, standing, news);
  const next = counted(withTold({ ...woken, memory: free }, standing));
  return sameMemory(next, record.memory) ? nothing : { memory: next };
}

/**
 * Once somebody was woken for a freeing, what held the task before is over: also when the edge to what settled was
 * removed meanwhile, which would read as another freeing.
 * @param news freeings of whose wakes nothing was known before
 */
function released(
  memory: Memory,
  record: IssueRecord,
  standing: TaskStanding,
  news: readonly string[],
): Memory {
  if (standing.inTheWay.length > 0 || memory.heldBy.length === 0) return memory;
  if (news.map(parseNoticeId).some((id) => id.type === "resolved" && memory.heldBy.includes(id.blockerId)))
    return { ...memory, heldBy: [] };
  const freeing = freeingOf(record, standing.blockers);
  if (freeing === undefined) return memory;
  const written = formatNoticeId(freeing);
  if (memory.unsaid.includes(written)) return { ...memory, heldBy: [] };
  if (!memory.woken.includes(written)) return memory;
  return { ...memory, heldBy: [], unlinked: memory.unlinked + (freeing.type === "removed" ? 1 : 0) };
}

/** What a wake told along with something else needs none of its own, unless something held the task since. */
function withTold(record: IssueRecord, { inTheWay, blockers }: TaskStanding): Memory {
  const { memory, seen } = record;
  const freeing = freeingOf(record, blockers);
  if (inTheWay.length > 0 || memory.heldBy.length > 0 || freeing === undefined) return memory;
  const written = formatNoticeId(freeing);
  if (memory.woken.includes(written) || !isTold(seen.own, freeing)) return memory;
  return { ...memory, woken: [...memory.woken, written].slice(-remembered) };
}

/** A wake that stands says of its removal that it is over, whatever the memory lost. */
function counted(memory: Memory): Memory {
  return { ...memory, unlinked: Math.max(memory.unlinked, removalsAmong(memory.woken)) };
}

function noted(memory: Memory, standing: TaskStanding, label: Memory["started"]): Memory {
  if (standing.status === "blocked") {
    const heldBy = holders(standing.inTheWay) ?? memory.heldBy;
    return { ...memory, heldBy, ...(label === undefined ? {} : { started: label }) };
  }
  if (label === undefined) return memory;
  const { started: _, ...rest } = memory;
  return rest;
}

/** By name. Undefined where the task's own text alone is in the way: whoever mends it need not be woken for that. */
function holders(inTheWay: readonly Blocker[]): string[] | undefined {
  const others = inTheWay.filter(({ verdict }) => verdict !== "unread");
  return others.length === 0 ? undefined : others.map((blocker) => blocker.id ?? blocker.name).sort();
}

/** Until somebody is woken, a decision that changes is no news: the wake that is to come tells the new one. */
function withToldChanges(view: View, record: IssueRecord, { inTheWay, blockers }: TaskStanding): Memory {
  const { memory } = record;
  const freeing = freeingOf(record, blockers);
  const isOver =
    freeing !== undefined && [...memory.woken, ...memory.unsaid].includes(formatNoticeId(freeing));
  if (inTheWay.length === 0 && isOver) return memory;
  const told = changedDecisions(view, blockers).map(({ id }) => formatNoticeId(id));
  return { ...memory, woken: [...new Set([...memory.woken, ...told])].slice(-remembered) };
}

/** Wakes that stand in our own comments count, whatever the memory lost. */
function wakesSeen(memory: Memory, own: readonly { readonly key: string }[]): string[] {
  return [...new Set([...memory.woken, ...wakesIn(own).map(formatNoticeId)])].slice(-remembered);
}
