/**
 * Asks the questions of projects as the server does: the default policy, one listed agent besides the asker.
 */

import type { Worked } from "../../../src/coordinator/answering-context.ts";
import type { Knowledge } from "../../../src/coordinator/context/library.ts";
import { type EvidenceLimits, limits as shipped } from "../../../src/coordinator/gates/evidence-gate.ts";
import { passagesOf } from "../../../src/coordinator/passage/passages.ts";
import { propose } from "../../../src/coordinator/propose.ts";
import { buildIndex } from "../../../src/coordinator/search/index.ts";
import { readSettings } from "../../../src/protocol/settings/read-settings.ts";
import type { Project, ProjectQuestion } from "./project-data.ts";

export interface Run {
  readonly question: ProjectQuestion;
  readonly outcome: "answer" | "suggest" | "nothing" | "escalate";
  readonly citations: readonly { readonly path: string; readonly quote: string }[];
}

const reading = readSettings("trust: {agents: [U_kgDOBagent1, U_kgDOBagent2]}");
if (!reading.ok) throw new Error(reading.problem);
const { settings } = reading;
const knowledgeByProject = new Map<Project, Knowledge>();

export async function runProject(
  project: Project,
  limits: EvidenceLimits = shipped,
): Promise<readonly Run[]> {
  const knowledge = knowledgeByProject.get(project) ?? knowledgeOf(project);
  knowledgeByProject.set(project, knowledge);
  const runs: Run[] = [];
  for (const question of project.questions) {
    const worked = await propose(
      askedOf(question),
      {},
      {
        knowledge,
        settings,
        limits,
        answerer: undefined,
        secrets: [],
        failed: () => {},
        signal: new AbortController().signal,
      },
    );
    runs.push({ question, ...outcomeOf(worked) });
  }
  return runs;
}

function knowledgeOf({ documents }: Project): Knowledge {
  return {
    made: "",
    isContextStore: true,
    known: [],
    numbers: new Set<number>(),
    packages: new Set<string>(),
    index: buildIndex(documents.flatMap(passagesOf)),
    document: (path) => documents.find((document) => document.path === path),
    sameAs: () => undefined,
    contractAt: () => undefined,
  };
}

function askedOf({ title, body, declared, urgency }: ProjectQuestion) {
  const message = {
    kind: "question" as const,
    blockingTasks: [],
    category: declared,
    urgency,
    context: body,
  };
  return { title: title.replace(/^\s*Q:\s*/, ""), body, message };
}

/** What is not reserved waits for the other agent first, whatever the policy lets it answer. */
function outcomeOf({ proposed }: Worked): Omit<Run, "question"> {
  if (proposed.type === "rest") return { outcome: "nothing", citations: [] };
  const citations = proposed.quotes.map(({ citation, text }) => ({
    path: citation.slice(0, citation.lastIndexOf("@")),
    quote: text,
  }));
  if (proposed.type === "answer")
    return { outcome: proposed.isCertain === false ? "suggest" : "answer", citations };
  return { outcome: proposed.isReserved === true ? "escalate" : "nothing", citations };
}
