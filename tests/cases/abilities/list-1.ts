/** Abilities S1.1 to S1.87: a team of agents with tasks, locks, messages and a dashboard. */
import { type AbilityList, declined, mapped, met } from "./ability.ts";

export const list1: AbilityList = {
  "S1.1": met("tasks", "Tasks run in parallel as far as their dependencies allow.", ["E01", "E13", "S3.91"]),
  "S1.2": met("agreements", "Agents agree on an interface before they build on it.", [
    "docs/agreements.md#contracts",
    "AG62",
  ]),
  "S1.3": met("asking", "Agents need not wait for each other.", ["docs/teams.md#an-agents-session", "S3.91"]),
  "S1.4": met("mcp", "A page shows the graph of tasks as it changes.", ["docs/pages.md#the-graph", "IF32"]),
  "S1.5": met("mcp", "A page shows what the agents do.", ["docs/pages.md#who-is-at-work"]),
  "S1.6": met("mcp", "A page shows what the agents said to each other.", ["docs/pages.md#the-timeline"]),
  "S1.7": met("locks", "An agent declares its files before it starts, and others see them.", [
    "docs/locks.md#lock-files",
  ]),
  "S1.8": met("locks", "Conflicting edits are prevented.", ["docs/locks.md#before-a-commit"]),
  "S1.9": met("inbox", "An agent sends a message to one other agent.", ["docs/notes.md#tell-someone"]),
  "S1.10": met("discoveries", "An agent sends a message to all others, knowing what that costs.", [
    "docs/notes.md#tell-someone",
  ]),
  "S1.11": met("inbox", "Messages are delivered without polling.", ["docs/notes.md#watch"]),
  "S1.12": met("inbox", "The lead hears when a member of the team has finished.", [
    "docs/notes.md#what-is-noted",
  ]),
  "S1.13": met("tasks", "Everyone sees one list of tasks.", ["README.md#commands-for-agents"]),
  "S1.14": met("claims", "An agent takes the next free task by itself, or the lead assigns it.", [
    "docs/agents.md#claiming-work",
    "docs/agents.md#from-the-command-line",
  ]),
  "S1.15": mapped(
    "runs",
    "Hooks run when an agent is idle and before a task counts as done.",
    "`beat` and `inbox --hook` are made for the hooks of agents' programs; what counts as done is checked by the bus, from the handover's evidence.",
    ["docs/agents.md#signs-of-life", "docs/notes.md#the-inbox", "docs/handovers.md#what-is-checked"],
  ),
  "S1.16": met("adoption", "It works with every editor and vendor.", [
    "docs/teams.md#the-command-in-an-agents-checkout",
    "N42",
  ]),
  "S1.17": met("commands", "It works across machines.", ["docs/agents.md#from-another-machine"]),
  "S1.18": mapped(
    "roster",
    "Teams can have teams of their own.",
    "any agent with write access may open tasks for others, to any depth.",
    ["docs/teams.md#roles"],
  ),
  "S1.19": mapped(
    "roster",
    "The lead can be handed over.",
    "nobody is bound as the lead: the policy says who may plan and decide.",
    ["docs/teams.md#roles", "docs/settings.md#who-may-answer-what"],
  ),
  "S1.20": met("record", "A team's state outlives its sessions.", ["docs/layout.md#five-sentences"]),
  "S1.21": met("locks", "Files can be locked.", ["docs/locks.md#lock-files"]),
  "S1.22": met("mcp", "Delegating work and asking a question are tools that an agent can call.", [
    "docs/mcp.md#the-tools",
    "IF15",
  ]),
  "S1.23": met(
    "mcp",
    "Work runs one after another or under a manager, and any model that can call tools takes part.",
    ["docs/mcp.md#the-tools", "E01", "IF15"],
  ),
  "S1.24": mapped(
    "limits",
    "Conversations end by conditions, by a number of messages or by a hand-off.",
    "deadlines end questions, a bot that answers everything is muted, and a handover ends a task.",
    ["docs/settings.md#settings", "H02", "S3.44"],
  ),
  "S1.25": mapped(
    "tasks",
    "Work fans out, parallel updates are merged, and it resumes at a checkpoint.",
    "one answer unblocks every task that waits for it, contradicting answers go to a person instead of being merged by a rule, and a partial handover is the checkpoint.",
    ["S3.58", "S4.64", "docs/handovers.md#what-the-next-agent-reads"],
  ),
  "S1.26": mapped(
    "mcp",
    "Writes are local first, and a server can be added over HTTP with OAuth.",
    "deliveries go to a local journal and SQLite first; people sign in by GitHub's OAuth, and programs elsewhere use a token or `login`.",
    ["docs/api.md#tokens", "docs/mcp.md#on-another-machine"],
  ),
  "S1.27": met("mcp", "Clients call one address by JSON-RPC over HTTP.", [
    "docs/mcp.md#on-another-machine",
    "IF15",
  ]),
  "S1.28": met("mcp", "The server answers with JSON or with a stream of events.", [
    "docs/mcp.md#on-another-machine",
    "docs/api.md#changes-as-a-stream",
  ]),
  "S1.29": met("mcp", "A client keeps a stream open on which the server pushes.", [
    "docs/api.md#changes-as-a-stream",
    "IF41",
  ]),
  "S1.30": met("mcp", "The server notifies its clients by itself.", ["docs/mcp.md#the-tools", "IF14"]),
  "S1.31": mapped(
    "mcp",
    "A client's state lives in a session with an ID.",
    "the protocol has dropped sessions; a cursor says what a client has seen.",
    ["docs/api.md#changes-as-a-stream"],
  ),
  "S1.32": met("mcp", "A broken stream resumes after the last event that was seen.", ["IF13", "IF41"]),
  "S1.33": declined(
    "mcp",
    "Several calls are sent as one batch.",
    "the protocol removed batches; clients that follow it send none, and HTTP keeps the connection open anyway.",
  ),
  "S1.34": met("mcp", "Many agents on several machines use one server, and so does the dashboard.", [
    "docs/mcp.md#on-another-machine",
    "docs/agents.md#with-a-server-on-another-machine",
    "IF40",
  ]),
  "S1.35": met("mcp", "One program serves standard input and HTTP.", ["docs/mcp.md#set-it-up", "IF08"]),
  "S1.36": met("mcp", "The documentation has configurations for both kinds of clients.", [
    "docs/mcp.md#set-it-up",
    "docs/mcp.md#on-another-machine",
  ]),
  "S1.37": met("mcp", "Messages, tasks, locks and unblocked tasks are pushed as they change.", ["IF14"]),
  "S1.38": mapped(
    "mcp",
    "A client without push is told to look regularly.",
    "the tool `wait` returns as soon as there is something, and `AGENTS.md` and the server's instructions say when to look.",
    ["docs/notes.md#the-inbox"],
  ),
  "S1.39": mapped(
    "roster",
    "An agent joins with its name, role and capabilities.",
    "name, role and capabilities are in the settings, which a person approves; `signalbox join` begins a session.",
    ["docs/agents.md#the-roster", "docs/agents.md#signs-of-life"],
  ),
  "S1.40": mapped(
    "roster",
    "One call shows each agent's state, task, file and last sign of life.",
    "`agents` shows state, task, what it says it is doing, and the last sign of life; `locks` shows the files.",
    ["docs/agents.md#signs-of-life", "docs/locks.md#lock-files"],
  ),
  "S1.41": met("roster", "An agent leaves.", ["docs/agents.md#signs-of-life"]),
  "S1.42": met("inbox", "An agent sends a typed message to another.", ["docs/notes.md#tell-someone"]),
  "S1.43": mapped(
    "messages",
    "Messages are questions, tasks, status reports, diffs or contracts.",
    "a diff is a pull request, and a status report a handover.",
    ["docs/agreements.md#contracts", "docs/handovers.md#what-is-checked"],
  ),
  "S1.44": mapped(
    "messages",
    "A message has files and diffs attached.",
    "a pull request has them, and a handover's *Changes* says what each is for.",
    ["docs/handovers.md#what-happens", "S3.23"],
  ),
  "S1.45": met("discoveries", "An agent broadcasts a typed message.", ["docs/notes.md#tell-someone"]),
  "S1.46": met("inbox", "An inbox shows sender, type, text and time.", ["docs/notes.md#the-inbox"]),
  "S1.47": met("tasks", "Many tasks with dependencies are created at once.", [
    "docs/plans.md#applied-twice-or-interrupted",
  ]),
  "S1.48": met("claims", "An agent claims a task.", ["docs/agents.md#claiming-work"]),
  "S1.49": mapped(
    "handovers",
    "An agent completes a task with its result and the changed files.",
    "by a handover, which is checked first.",
    ["docs/handovers.md#what-happens", "S3.45"],
  ),
  "S1.50": met("tasks", "One list shows all tasks with status, assignee and blockers.", [
    "docs/operations.md#board",
    "docs/pages.md#staying-up-to-date",
  ]),
  "S1.51": met("tasks", "A task becomes available when its dependencies are done.", ["S3.91", "E01"]),
  "S1.52": met("locks", "Files are locked for a time, after which the lock ends by itself.", [
    "docs/locks.md#lock-files",
  ]),
  "S1.53": met("locks", "Locks are listed with file, agent and time.", [
    "docs/locks.md#locks-who-works-on-which-files",
  ]),
  "S1.54": met("locks", "A lock is released.", ["docs/locks.md#lock-files"]),
  "S1.55": met("locks", "Locks are advice and have a time limit.", [
    "docs/locks.md#locks-who-works-on-which-files",
  ]),
  "S1.56": met("agreements", "A contract describes an interface for everyone, with a schema.", [
    "docs/agreements.md#contracts",
  ]),
  "S1.57": mapped(
    "handovers",
    "A diff is sent as a message.",
    "as a pull request, whose files and review threads are read.",
    ["docs/handovers.md#what-is-checked"],
  ),
  "S1.58": met("agreements", "Contracts are typed and kept.", [
    "docs/agreements.md#contracts",
    "docs/agreements.md#its-page",
    "AG63",
  ]),
  "S1.59": mapped(
    "context",
    "A team shares a memory that outlives sessions.",
    "the context store, earlier answers and discoveries.",
    ["docs/coordinator.md#what-it-reads", "N19"],
  ),
  "S1.60": met("agreements", "A team builds both sides of an interface from a contract.", [
    "docs/agreements.md#agree-or-object",
  ]),
  "S1.61": met("agreements", "Several agents examine rival hypotheses and vote.", [
    "docs/agreements.md#vote",
  ]),
  "S1.62": met("claims", "Finished work is reviewed by several reviewers who take it by themselves."),
  "S1.63": met("mcp", "A dashboard shows tasks, agents, messages and locks.", [
    "docs/pages.md#pages",
    "docs/pages.md#who-is-at-work",
    "docs/pages.md#the-timeline",
  ]),
  "S1.64": met("mcp", "The dashboard updates itself.", ["docs/pages.md#staying-up-to-date", "IF31"]),
  "S1.65": met("mcp", "Every editor that speaks MCP can take part.", ["docs/mcp.md#set-it-up", "IF15"]),
  "S1.66": met("coordinator", "Any provider's model can be used.", [
    "docs/coordinator.md#who-writes-the-answer",
  ]),
  "S1.67": met("mcp", "It works locally or over HTTP.", ["docs/mcp.md#set-it-up", "IF08", "IF40"]),
  "S1.68": met("record", "State does not end with a session.", ["S1.20", "B05"]),
  "S1.69": met("mcp", "It speaks MCP, so that it can be moved between tools.", [
    "docs/mcp.md#set-it-up",
    "IF15",
  ]),
  "S1.70": mapped(
    "adoption",
    "GitHub is fast enough for a team of agents.",
    "an answer unblocks its task within a second against the stand-in. What github.com's own deliveries add was not measured.",
    ["docs/measured.md#speed-and-memory"],
  ),
  "S1.71": mapped(
    "record",
    "A team's live state stays on one local server, and only memory goes to a cloud.",
    "the index is local and can be deleted; GitHub is the shared record.",
    ["docs/layout.md#five-sentences"],
  ),
  "S1.72": mapped(
    "record",
    "Commands set up the cloud and synchronise with it.",
    "`setup` registers the App; sweeps, polling and `rebuild` synchronise with GitHub.",
    ["README.md#run-it-for-github", "B05"],
  ),
  "S1.73": met("mcp", "A first phase brings HTTP.", ["docs/mcp.md#on-another-machine", "IF15"]),
  "S1.74": met("roster", "A phase brings the roster and messages between agents.", [
    "docs/agents.md#the-roster",
    "docs/notes.md#tell-someone",
  ]),
  "S1.75": met("locks", "A phase brings locks on files.", ["docs/locks.md#lock-files"]),
  "S1.76": met("claims", "A phase brings dependent tasks and their scheduler.", [
    "docs/agents.md#claiming-work",
    "docs/plans.md#plans",
  ]),
  "S1.77": met("mcp", "A phase brings the dashboard.", ["docs/pages.md#pages"]),
  "S1.78": mapped(
    "agreements",
    "A phase brings the exchange of contracts and diffs.",
    "diffs are pull requests.",
    ["docs/agreements.md#contracts"],
  ),
  "S1.79": met("mcp", "A phase brings pushed events.", ["docs/api.md#changes-as-a-stream"]),
  "S1.80": mapped(
    "mcp",
    "A last phase brings the cloud, with about 13 tools in all.",
    "GitHub is the cloud, and eight tools reach every operation.",
    ["docs/mcp.md#on-another-machine"],
  ),
  "S1.81": met("mcp", "The design states which transports come first.", ["docs/mcp.md#on-another-machine"]),
  "S1.82": met("record", "The design states where messages are kept.", ["docs/layout.md#five-sentences"]),
  "S1.83": met("locks", "The design states whether a lock warns or blocks.", [
    "docs/locks.md#the-check-on-pull-requests",
  ]),
  "S1.84": mapped(
    "tasks",
    "The design states the format of dependent tasks.",
    "the section *Blocked by*, which becomes GitHub's own dependencies.",
    ["README.md#a-two-minute-walkthrough", "S3.37"],
  ),
  "S1.85": mapped(
    "record",
    "The design states what goes to the cloud.",
    "all state is on GitHub; what only the index has is named.",
    ["docs/operating.md#back-up-and-restore"],
  ),
  "S1.86": mapped(
    "adoption",
    "The design states whether a session's start brings rules to an agent.",
    "`init` writes them into `AGENTS.md`.",
    ["docs/teams.md#an-agents-session"],
  ),
  "S1.87": met("runs", "The documentation says what is not done: it is no automatic chat between windows.", [
    "docs/teams.md#from-agent-to-agent",
  ]),
};
