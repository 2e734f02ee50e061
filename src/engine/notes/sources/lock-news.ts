/** Tells the holder of locked files that another task waits for them, and the one that waited that it has them now. */
import { heardAt } from "../../leases/lapsing/silence.ts";
import { inTheWayOf, type TaskRequest } from "../../locks/conflicts.ts";
import { locksElsewhere, locksOf } from "../../locks/requests.ts";
import type { ProposedNote } from "../../model/note.ts";
import type { NoteSource, RuleInput } from "../../model/rule.ts";

/** GitHub's times have steps of a second. */
const secondMs = 1_000;

/** How many globs a note names. */
const maxListed = 5;

/** On the task that waits, as that is decided about when it begins and ceases to wait. Dropped when it has the files. */
export const pathWanted: NoteSource = {
  name: "path-wanted",
  notesOn: ({ view, record, context }) => {
    const task = locksOf(record);
    if (task === undefined) return [];
    const waiting = task.requests.filter(({ since }) => since === undefined);
    if (waiting.length === 0) return [];
    const others = locksElsewhere(view, record);
    return waiting.flatMap((request) =>
      inTheWayOf({ task, request }, others, context.now).flatMap((ahead): ProposedNote[] => {
        const to = agentWith(ahead);
        if (to === undefined) return [];
        const has = `#${ahead.task.number} has ${list(ahead.request.globs)}`;
        return [
          {
            ...({ kind: "path-wanted", priority: "soon" } as const),
            to,
            at: request.askedAt,
            key: `${ahead.task.number}.${request.askedAt}`,
            text: `It waits for ${list(request.globs)}, of which ${has}. \`/unlock\` what you do not need.`,
            refs: [`#${ahead.task.number}`],
          },
        ];
      }),
    );
  },
};

/** The agent whose lock is granted; who only waits itself can free nothing. */
function agentWith({ request, task }: TaskRequest): string | undefined {
  return request.since === undefined || request.by !== undefined ? undefined : task.holder?.agent;
}

/** Dropped once the holder does something about the task, or no longer has the files. */
export const pathFree: NoteSource = {
  name: "path-free",
  notesOn: (input) => {
    const { lease } = input.record.persisted;
    const to = lease?.holder.agent;
    const task = locksOf(input.record);
    if (lease === undefined || to === undefined || task === undefined) return [];
    return task.requests.flatMap(({ since, hasWaited, token, globs, askedAt }): ProposedNote[] => {
      if (since === undefined || hasWaited !== true || token !== lease.token) return [];
      if (wasHeardSince(input, lease, since)) return [];
      return [
        {
          ...({ kind: "path-free", priority: "now" } as const),
          to,
          at: since,
          key: `${token}.${askedAt}.${since}`,
          text: `Locked for you now: ${list(globs)}.`,
        },
      ];
    });
  },
};

function wasHeardSince(input: RuleInput, lease: Parameters<typeof heardAt>[1], since: number): boolean {
  return heardAt(input, lease) >= since + secondMs;
}

function list(globs: readonly string[]): string {
  const rest = globs.length > maxListed ? ` and ${globs.length - maxListed} more` : "";
  return `${globs.slice(0, maxListed).join(", ")}${rest}`;
}
