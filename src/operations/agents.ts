/** Lists the agents that the settings name: who is at work, what each may do, and how it proves itself. */

import { z } from "zod";
import { toIsoSeconds } from "../base/clock.ts";
import { UserError } from "../base/errors.ts";
import { isSameAccount } from "../protocol/settings/agents/account-key.ts";
import type { AgentSeen } from "../protocol/settings/agents/roster.ts";
import { durationText } from "./flags/duration-flag.ts";
import { repoInput, servedRepository } from "./issue.ts";
import { operation } from "./operation.ts";
import type { Shown } from "./output/look.ts";
import { readingShape } from "./output/shapes.ts";
import { oneLine } from "./output/terminal-text.ts";
import type { AtWork } from "./ports.ts";

export const agentsOutput = z.object({
  ...readingShape,
  repository: z.string().describe("owner/name"),
  agents: z.array(
    z.object({
      name: z.string(),
      account: z.string().describe("the node id of the account that it writes as"),
      login: z.string().optional().describe("its login when the settings took effect; absent if unknown"),
      role: z.string().optional(),
      can: z.array(z.string()).optional().describe("its capabilities, if it declares any"),
      parallel: z.int().optional().describe("how many tasks it may hold at once"),
      profile: z.string().optional().describe("the file that describes it for its harness"),
      keys: z.array(z.string()),
      withPerson: z.boolean().describe("whether a person writes as this account too"),
      provenBy: z.enum(["key", "account", "nothing"]).describe("how its words are known as its own"),
      presence: z
        .enum(["online", "idle", "away", "gone"])
        .optional()
        .describe("absent if it was never heard from on this machine"),
      doing: z.string().optional().describe("in its own words"),
      tasks: z.array(z.int()).describe("numbers of the tasks that it holds"),
      heardAt: z.string().optional().describe("in UTC"),
    }),
  ),
});

export const agents = operation({
  name: "agents",
  summary: "List the agents of a repository: who is at work on what, role, capabilities, account",
  audience: "agents",
  input: z.object({
    agent: z.string().max(100).optional().describe("only the agent with this name"),
    repo: repoInput.optional(),
  }),
  effect: "reads",
  tool: "dispatched",
  output: agentsOutput,
  positional: ["agent"],
  examples: ["agents", "agents ada --json"],
  reads: "object",
  run: async (ports, { agent, repo }) => {
    const repository = await servedRepository(ports, repo);
    const all = await ports.board.agents(repository.id);
    const found = agent === undefined ? all : all.filter(({ name }) => name === agent.toLowerCase());
    if (agent !== undefined && found.length === 0) throw unknownAgent(agent, all);
    const name = `${repository.owner}/${repository.repo}`;
    const working = await ports.board.atWork(repository.id, ports.clock.now());
    return { repository: name, agents: found.map((each) => outputOf(each, all, working.get(each.name))) };
  },
  text: ({ agents: all, repository }, shown) =>
    all.length === 0
      ? `The settings of ${repository} name no agent. \`signalbox agents add\` adds one.`
      : all.map((each) => line(each, shown)).join("\n"),
});

/** How the agent's words are known as its own. */
type ProvenBy = "key" | "account" | "nothing";

function outputOf(agent: AgentSeen, all: readonly AgentSeen[], work: AtWork | undefined) {
  const { name, account, login, role, can, parallel, profile, keys, withPerson } = agent;
  return {
    name,
    account,
    login,
    role,
    can,
    parallel,
    profile,
    keys,
    withPerson: withPerson !== false,
    provenBy: provenBy(agent, all),
    presence: work?.presence,
    doing: work?.doing,
    tasks: work?.tasks ?? [],
    heardAt: work?.heardAt === undefined ? undefined : toIsoSeconds(work.heardAt),
  };
}

function provenBy({ account, keys, withPerson }: AgentSeen, all: readonly AgentSeen[]): ProvenBy {
  if (keys.length > 0) return "key";
  const isShared =
    withPerson !== false ||
    all.some((other) => isSameAccount(other.account, account) && other.withPerson !== false);
  const isOnly = all.filter((other) => isSameAccount(other.account, account)).length === 1;
  return isOnly && !isShared ? "account" : "nothing";
}

const proofs: Readonly<Record<ProvenBy, string>> = {
  key: "signs with its key",
  account: "has its account to itself",
  nothing: "shares its account and has no key",
};

function line(agent: ReturnType<typeof outputOf>, { look, now }: Shown): string {
  const { name, role, can = [], account, login, presence, doing, tasks, heardAt } = agent;
  const said = doing === undefined ? "" : `: ${oneLine(doing, 100)}`;
  const when = look.isTerminal
    ? `last heard from ${durationText(now - Date.parse(heardAt ?? ""))} ago`
    : `last sign of life ${heardAt}`;
  const age = heardAt === undefined ? "" : `, ${when}`;
  const parts = [
    ...(role === undefined ? [] : [role]),
    ...(presence === undefined ? [] : [`${presence}${said}${age}`]),
    ...(tasks.length === 0 ? [] : [`holds ${tasks.map((number) => `#${number}`).join(", ")}`]),
    ...(can.length === 0 ? [] : [`can ${can.join(", ")}`]),
    `${oneLine(login ?? account, 100)}: ${proofs[agent.provenBy]}`,
  ];
  return [name, ...parts].join("\t");
}

const shown = 20;

function unknownAgent(name: string, all: readonly AgentSeen[]): UserError {
  const names = all.slice(0, shown).map((each) => each.name);
  const known = names.length === 0 ? "They name no agent." : `They name ${names.join(", ")}.`;
  return new UserError(`The settings name no agent ${oneLine(name, 60)}. ${known}`, {
    code: "unknown-agent",
  });
}
