/**
 * Everything that a reader new to a task needs, on one page: a new agent can start without instructions from
 * a person. Reads the index, so it costs no GitHub quota.
 */
import { z } from "zod";
import { UserError } from "../../base/errors.ts";
import { utf8Length } from "../../protocol/characters.ts";
import { formatRef, type Ref } from "../../protocol/references/ref.ts";
import { agentInput } from "../holding/holding.ts";
import { cardOf, issueInput } from "../issue.ts";
import { pathsOf } from "../locks/paths-of-task.ts";
import { markShown, type ShownMatters } from "../notes/mark-shown.ts";
import { type OperationPorts, operation } from "../operation.ts";
import { readingShape } from "../output/shapes.ts";
import { type BriefForAgent, pageOf } from "./brief-page.ts";
import { briefFields } from "./brief-shape.ts";
import { fitted } from "./brief-size.ts";
import { guidesFor } from "./guides.ts";
import { saidTo } from "./said-to-you.ts";
import { shownInBrief, withoutSaid } from "./shown-in-brief.ts";
import { spaceAround } from "./space-around.ts";
import { wordsWanted } from "./word-wanted.ts";

/** The limit for the page, and for the brief as JSON, in bytes of UTF-8. */
const maxBytes = 16_000;

export const brief = operation({
  name: "brief",
  summary: "Summarise a task for someone new to it, on one page of at most 16 kB",
  audience: "agents",
  input: z.object({
    issue: issueInput,
    agent: agentInput,
    space: issueInput
      .describe("the space in which it is read (default: SIGNALBOX_SPACE, then the one it is part of)")
      .optional(),
  }),
  effect: "reads",
  tool: "core",
  output: z.object({ ...readingShape, ...briefFields }),
  positional: ["issue"],
  examples: ["brief '#12'", "brief 12 --agent ada", "brief 12 --space 5", "brief acme/demo#12 --json"],
  reads: "object",
  worksFromGitHub: true,
  run: async (ports, { issue, agent, space }) => {
    const { ref, found } = await briefOf(ports, issue, agent, space);
    const measure = (cut: Parameters<typeof pageOf>[1]): number =>
      Math.max(utf8Length(pageOf(ref, cut)), utf8Length(JSON.stringify(cut, undefined, 2)));
    const { value, omitted } = fitted(found, maxBytes, measure);
    return { issue: ref, ...value, omitted };
  },
  text: ({ issue, omitted, ...value }) => pageOf(issue, { value, omitted }),
  afterwards: (ports, { issue, omitted: _, ...value }) => markShown(ports, shownInBrief(issue, value)),
});

interface PageRoom {
  readonly bytes: number;
  /** Its size in bytes; of UTF-8 if it is absent. */
  readonly measure?: (page: string) => number;
  /** Texts of notes that the reader was shown just before it. */
  readonly known?: readonly string[];
}

interface BriefPage {
  readonly page: string;
  readonly shown: ShownMatters;
}

/** The page alone, and what it shows of the agent's notes. */
export async function briefPage(
  ports: OperationPorts,
  issue: Ref,
  { bytes, measure = utf8Length, known = [] }: PageRoom,
): Promise<BriefPage> {
  const { ref, found } = await briefOf(ports, issue);
  const cut = fitted(withoutSaid(found, known), bytes, (each) => measure(pageOf(ref, each)));
  return { page: pageOf(ref, cut), shown: shownInBrief(ref, cut.value) };
}

async function briefOf(
  ports: OperationPorts,
  issue: Ref,
  agent = ports.agent,
  space?: Ref,
): Promise<{ readonly ref: string; readonly found: BriefForAgent }> {
  const card = await cardOf(ports, issue);
  const ref = formatRef(card);
  const found = await ports.board.brief(card.id);
  if (found !== undefined) {
    const reader = agent ?? card.holder?.name;
    const said = await saidTo(ports, reader, card.id);
    const wanted = await wordsWanted(ports, reader);
    const paths = await pathsOf(ports, card);
    const { skill, ...rest } = found;
    const guides = await guidesFor(ports.board, card, { agent, skill });
    const around = await spaceAround(ports, card, space);
    const more = {
      ...(around === undefined ? {} : { space: around }),
      ...(said.length === 0 ? {} : { said }),
      ...(wanted.length === 0 ? {} : { wanted }),
      ...(paths.length === 0 ? {} : { paths }),
    };
    return { ref, found: { ...rest, ...guides, ...more } };
  }
  throw new UserError(
    `${ref} is of kind ${card.kind}, but a brief is about a task. \`signalbox show ${ref}\` shows any issue.`,
    { code: "wrong-kind" },
  );
}
