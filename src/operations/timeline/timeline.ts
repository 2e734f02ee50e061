/** Tells what happened, the newest first: messages that were opened, and what signalbox did and why. */
import { z } from "zod";
import { toIsoSeconds } from "../../base/clock.ts";
import { formatRef } from "../../protocol/references/ref.ts";
import { limitInput } from "../flags/limit.ts";
import { cardOf, issueInput, parseRepository, repoInput, requireServed } from "../issue.ts";
import { operation } from "../operation.ts";
import { asOf, type Shown, timeOf } from "../output/look.ts";
import { issueName, millis, readingShape } from "../output/shapes.ts";
import { oneLine } from "../output/terminal-text.ts";
import type { TimelineEntry } from "./timeline-board.ts";
import { formatTimelinePlace, timelineCursor } from "./timeline-place.ts";

const entry = z.object({
  type: z.enum(["message", "action"]),
  at: millis,
  issue: issueName.optional().describe("absent if it is about no issue, or about one that is gone"),
  title: z.string().optional().describe("of the issue: the author's words"),
  kind: z.string().describe("of a message: task, question, …; of an action: done, decided, refused, …"),
  by: z.string().optional().describe("a message's author, or who asked for an action: `bob (write)`"),
  what: z.string().optional().describe("what was done"),
  because: z.string().optional().describe("why it was done"),
  rule: z.string().optional(),
});

export const timelineOutput = z.object({
  ...readingShape,
  entries: z.array(entry).describe("the newest first"),
  next: z.string().optional().describe("for --after: what is older; absent if there is no more. Opaque"),
});

type EntryOutput = z.output<typeof entry>;
export type TimelineOutput = z.output<typeof timelineOutput>;

export const timeline = operation({
  name: "timeline",
  summary: "Tell what happened, the newest first: messages opened, and what signalbox did and why",
  audience: "people",
  effect: "reads",
  tool: "dispatched",
  input: z.object({
    issue: issueInput.describe("only this issue: 12, acme/demo#12 or its URL").optional(),
    repo: repoInput.optional(),
    track: z.string().max(100).describe("only what is on this track").optional(),
    only: z.enum(["messages", "actions"]).describe("only messages, or only what signalbox did").optional(),
    after: timelineCursor.describe("the cursor of an earlier answer: what is older").optional(),
    limit: limitInput.default(50).describe("maximum number of entries"),
  }),
  output: timelineOutput,
  positional: ["issue"],
  examples: ["timeline", "timeline 12 --only actions", "timeline --track api --limit 200 --json"],
  reads: "object",
  run: async (ports, { issue, repo, track, only, after, limit }) => {
    const repository = repo === undefined ? ports.repository : parseRepository(repo);
    if (repository !== undefined) await requireServed(ports, repository);
    const about = issue === undefined ? undefined : await cardOf(ports, issue);
    const { entries, next } = await ports.board.timeline({
      repository: about === undefined ? repository : undefined,
      track,
      issue: about?.id,
      only,
      after,
      limit,
    });
    return { entries: entries.map(entryOutput), next: next && formatTimelinePlace(next) };
  },
  text: ({ entries, next }, shown) => {
    if (entries.length === 0) return "Nothing has happened yet.";
    const lines = entries.map((each) => lineOf(each, shown));
    const more = next === undefined ? [] : [`More: --after ${next}`];
    return [...lines, ...more, ...(shown.look.isTerminal ? [asOf(shown)] : [])].join("\n");
  },
});

function entryOutput(given: TimelineEntry): EntryOutput {
  if (given.type === "message") {
    const { at, card, author } = given;
    const { title, kind } = card;
    return { type: given.type, at, issue: formatRef(card), title, kind, by: author };
  }
  const { issue, kind, what, because, rule, askedBy } = given.line;
  return {
    type: given.type,
    at: given.at,
    issue: issue && formatRef(issue),
    title: given.title,
    kind,
    by: askedBy,
    what,
    because,
    rule,
  };
}

function lineOf(
  { type, at, issue = "", title = "", kind, by, what = "", because = "" }: EntryOutput,
  shown: Shown,
): string {
  const { isTerminal, paint } = shown.look;
  const time = isTerminal ? paint("quiet", timeOf(at, shown)) : toIsoSeconds(at);
  const place = oneLine(issue, 150);
  if (type === "message") {
    const author = by === undefined ? "a deleted account" : `@${oneLine(by, 40)}`;
    return [time, place, kind, `${author} opened "${oneLine(title, 100)}"`].join(isTerminal ? "  " : "\t");
  }
  const asked = by === undefined ? "" : ` (asked by ${oneLine(by, 60)})`;
  const fields = [time, place, kind, `${oneLine(what, 200)}${asked}`, oneLine(because, 300)];
  return fields.join(isTerminal ? "  " : "\t");
}
