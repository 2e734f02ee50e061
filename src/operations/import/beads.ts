/** Reads the tasks of beads, as `bd export` of version 1.0 writes them, and earlier versions wrote `.beads/issues.jsonl`. */
import { z } from "zod";
import { taskPriorities } from "../../protocol/kinds/task.ts";
import { inCode } from "../../protocol/render/code.ts";
import { readChecklist } from "../../protocol/sections/section-types.ts";
import { foreignLine, foreignText } from "./foreign-text.ts";
import { type ForeignTask, type ImportReader, importedPlan } from "./imported.ts";
import { readJsonLines } from "./json-lines.ts";

const text = z.string().max(200_000).nullish();
const beadShape = z.object({
  _type: z.string().optional(),
  id: z.string().trim().min(1).max(200),
  title: z.string().trim().min(1).max(2_000),
  description: text,
  design: text,
  notes: text,
  acceptance_criteria: text,
  status: z.string().default("open"),
  priority: z.int().min(0).max(4).default(2),
  issue_type: z.string().default("task"),
  labels: z.array(z.string().max(200)).max(200).nullish(),
  created_by: z.string().nullish(),
  created_at: z.string().nullish(),
  ephemeral: z.boolean().nullish(),
  is_template: z.boolean().nullish(),
  dependencies: z
    .array(z.object({ depends_on_id: z.string().max(200), type: z.string().max(100) }))
    .nullish(),
  comments: z
    .array(z.object({ author: z.string(), text: z.string().max(200_000), created_at: z.string() }))
    .nullish(),
});
type Bead = z.output<typeof beadShape>;
type Found = { readonly bead: Bead; readonly line: number };

const maxFaults = 20;
/** A section's value may have 50,000 characters. */
const maxGoal = 40_000;
/** What beads keeps in addition to work: its own bookkeeping, messages between agents, templates. */
const notWork: ReadonlySet<string> = new Set([
  "agent",
  "convoy",
  "event",
  "gate",
  "merge-request",
  "message",
  "molecule",
  "rig",
  "role",
  "slot",
  "wisp",
]);
/** What keeps a bead from being ready; a parent waits for its children, which beads stores the other way round. */
const blocking: ReadonlySet<string> = new Set(["blocks", "conditional-blocks", "waits-for"]);
const childOf = "parent-child";
const closedStates: ReadonlySet<string> = new Set(["closed", "tombstone"]);

export const readBeads: ImportReader = (file, { withClosed }) => {
  const reading = readJsonLines(file);
  if (!reading.ok) return { ok: false, faults: [reading.fault] };
  const found: Found[] = [];
  const faults: string[] = [];
  for (const { line, value } of reading.lines) {
    if (isMemory(value)) continue;
    const parsed = beadShape.safeParse(value);
    if (parsed.success) found.push({ bead: parsed.data, line });
    else faults.push(`line ${line}: ${faultIn(parsed.error)}`);
  }
  if (faults.length > 0) return { ok: false, faults: faults.slice(0, maxFaults) };
  const work = found.filter(({ bead }) => isWork(bead));
  const kept = withClosed ? work : work.filter(({ bead }) => !isClosed(bead));
  const remarks = [
    leftOut(work.length - kept.length, "closed left out: --closed brings them"),
    leftOut(
      reading.lines.length - work.length,
      "records left out that are not work: messages, templates and the like",
    ),
  ].flat();
  return importedPlan("beads", tasksOf(kept, found), remarks);
};

function leftOut(count: number, what: string): readonly string[] {
  return count === 0 ? [] : [`${count} ${what}`];
}

function isMemory(value: unknown): boolean {
  return typeof value === "object" && value !== null && "_type" in value && value._type !== "issue";
}

function isWork({ ephemeral, is_template: isTemplate, issue_type: type }: Bead): boolean {
  return ephemeral !== true && isTemplate !== true && !notWork.has(type);
}

function isClosed({ status }: Bead): boolean {
  return closedStates.has(status);
}

function faultIn({ issues: [issue] }: z.ZodError): string {
  return `\`${issue?.path.join(".") || "record"}\`: ${issue?.message ?? "it cannot be read"}`;
}

/** @param all what a dependency may name without being imported: closed work keeps nobody waiting */
function tasksOf(kept: readonly Found[], all: readonly Found[]): readonly ForeignTask[] {
  const known = new Map(all.map(({ bead }) => [bead.id, bead]));
  const imported = new Set(kept.map(({ bead }) => bead.id));
  const children = new Map<string, string[]>();
  for (const { bead } of kept)
    for (const parent of edgesOf(bead, (type) => type === childOf))
      children.set(parent, [...(children.get(parent) ?? []), bead.id]);
  return kept.map(({ bead, line }) => ({
    id: bead.id,
    line,
    isClosed: isClosed(bead),
    title: foreignLine(bead.title, 250),
    task: {
      goal: goalOf(bead, known),
      acceptance: readChecklist(foreignText(bead.acceptance_criteria ?? "")),
      priority: taskPriorities[Math.min(bead.priority, 3)],
      track: trackOf(bead),
    },
    waitsFor: [...edgesOf(bead, (type) => blocking.has(type)), ...(children.get(bead.id) ?? [])].filter(
      (id) => imported.has(id) || !known.has(id),
    ),
  }));
}

function edgesOf({ dependencies }: Bead, isWanted: (type: string) => boolean): readonly string[] {
  return (dependencies ?? []).filter(({ type }) => isWanted(type)).map((edge) => edge.depends_on_id);
}

function trackOf({ labels }: Bead): string | undefined {
  const label = labels?.find((name) => name.startsWith("track:"))?.slice("track:".length);
  return label === undefined ? undefined : foreignLine(label, 100) || undefined;
}

function goalOf(bead: Bead, known: ReadonlyMap<string, Bead>): string {
  const parts = [
    foreignText(bead.description ?? ""),
    part("Design", bead.design),
    part("Notes", bead.notes),
    commentsOf(bead),
  ].filter((each) => each !== "");
  const words = parts.join("\n\n");
  const cut = words.length > maxGoal ? `${foreignText(words.slice(0, maxGoal))}\n\n… (shortened)` : words;
  return [cut === "" ? foreignText(bead.title) : cut, relatedTo(bead, known), originOf(bead)]
    .filter((each) => each !== "")
    .join("\n\n");
}

function part(heading: string, value: string | null | undefined): string {
  const words = foreignText(value ?? "");
  return words === "" ? "" : `**${heading}**\n\n${words}`;
}

/** As quotations: they are other people's words. */
function commentsOf({ comments }: Bead): string {
  return (comments ?? [])
    .map(({ author, created_at: at, text: words }) => {
      const said = `${foreignText(foreignLine(author, 60))}, ${foreignLine(at.slice(0, 10), 10)}:\n\n${foreignText(words)}`;
      return said
        .split("\n")
        .map((line) => `> ${line}`.trimEnd())
        .join("\n");
    })
    .join("\n\n");
}

/** By id and title: at this time nothing has a number. */
function relatedTo(bead: Bead, known: ReadonlyMap<string, Bead>): string {
  const ids = new Set(edgesOf(bead, (type) => !blocking.has(type) && type !== childOf));
  const names = [...ids].slice(0, 20).map((id) => {
    const title = known.get(id)?.title;
    return `${inCode(foreignLine(id, 60))}${title === undefined ? "" : ` ${foreignText(foreignLine(title, 80))}`}`;
  });
  return names.length === 0 ? "" : `Related: ${names.join("; ")}`;
}

function originOf({ id, created_at: at }: Bead): string {
  const since = at === null || at === undefined ? "" : ` of ${foreignLine(at.slice(0, 10), 10)}`;
  return `Imported from beads: ${inCode(foreignLine(id, 60))}${since}`;
}
