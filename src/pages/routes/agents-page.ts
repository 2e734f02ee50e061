/** `/agents`. */
import { UserError } from "../../base/errors.ts";
import { agents, agentsOutput } from "../../operations/agents.ts";
import { board } from "../../operations/board/board.ts";
import { type BoardOutput, boardOutput } from "../../operations/board/board-shape.ts";
import { parseRepository } from "../../operations/issue.ts";
import { locks, locksOutput } from "../../operations/locks/locks.ts";
import { inbox, inboxOutput } from "../../operations/notes/inbox.ts";
import type { OperationPorts } from "../../operations/operation.ts";
import { agentsPage, agentsPath } from "../agents.ts";
import type { PageRequest, SitePage } from "../page.ts";
import type { AgentsView, AgentView, HeldView } from "../parts/agents-data.ts";
import { valueIn } from "../parts/fields.ts";
import { choicesIn } from "./choices-in.ts";
import type { FrameOf } from "./frame-of.ts";
import { openAgreements } from "./open-agreements.ts";

/** How many tasks are looked through for those that somebody holds. Reading what blocks a task takes longest. */
const lookedThrough = { "in-progress": 200, "in-review": 200, blocked: 50 } as const;
/** Agents whose unread notes are counted. */
const maxCounted = 100;

export function agentsAt(frameOf: FrameOf): SitePage {
  return {
    path: agentsPath,
    get: async (request) => {
      const query = request.url.searchParams;
      const path = valueIn(query, "path");
      const view = await viewOf(request, valueIn(query, "repo"), path);
      const html = agentsPage(view, path, await frameOf(request));
      return { type: "page", html, status: view.problem === undefined ? 200 : 422 };
    },
  };
}

async function viewOf(
  { ports, caller }: PageRequest,
  wanted: string | undefined,
  path: string | undefined,
): Promise<AgentsView> {
  const { repositories } = await choicesIn(ports);
  const repo = wanted ?? repositories[0];
  if (repo === undefined)
    return {
      home: undefined,
      repositories,
      agents: [],
      held: [],
      agreements: [],
      locks: [],
      problem: undefined,
    };
  const roster = agentsOutput.parse((await agents.run(ports, { repo })).output).agents;
  return {
    home: parseRepository(repo),
    repositories,
    agents: await withNotes(ports, roster, caller.type === "owner"),
    held: await heldIn(ports, repo),
    agreements: await openAgreements(ports, repo),
    ...(await locksIn(ports, repo, path)),
  };
}

/** Notes are for their agents: besides them only the owner of the data folder knows how many there are. */
async function withNotes(
  ports: OperationPorts,
  roster: readonly Omit<AgentView, "unread">[],
  isOwner: boolean,
): Promise<readonly AgentView[]> {
  const counted = roster.map(async (agent, place) => {
    if (!isOwner || place >= maxCounted) return { ...agent, unread: undefined };
    const { output } = await inbox.run(ports, { agent: agent.name, limit: 1 });
    return { ...agent, unread: inboxOutput.parse(output).total };
  });
  return Promise.all(counted);
}

async function heldIn(ports: OperationPorts, repo: string): Promise<readonly HeldView[]> {
  const held: HeldView[] = [];
  for (const [only, limit] of Object.entries(lookedThrough)) {
    const { output } = await board.run(ports, { repo, only, limit });
    held.push(...boardOutput.parse(output).columns.flatMap(heldInColumn));
  }
  return held;
}

function heldInColumn({ status, cards }: BoardOutput["columns"][number]): readonly HeldView[] {
  const hasBegun = status === "in-progress" || status === "in-review";
  return cards.flatMap(({ owner, repo, number, title, holder, assignees }) => {
    const who = holder?.name ?? (hasBegun && assignees.length > 0 ? assignees.join(", ") : undefined);
    return who === undefined ? [] : [{ owner, repo, number, title, status, who, since: holder?.since }];
  });
}

async function locksIn(
  ports: OperationPorts,
  repo: string,
  path: string | undefined,
): Promise<Pick<AgentsView, "locks" | "problem">> {
  try {
    const { output } = await locks.run(ports, { repo, under: path });
    return { locks: locksOutput.parse(output).locks ?? [], problem: undefined };
  } catch (thrown) {
    if (!(thrown instanceof UserError)) throw thrown;
    return { locks: [], problem: thrown.message };
  }
}
