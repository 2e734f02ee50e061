/** Abilities S4.1 to S4.64: spaces of files in which agents' programs are run. */
import { type AbilityList, declined, mapped, met, planned } from "./ability.ts";

const byShell =
  "an agent has a shell and Git in its checkout, which do this better and are what every program knows.";

export const list4: AbilityList = {
  "S4.1": mapped(
    "record",
    "Files are the authority for everything that lasts.",
    "GitHub's issues are, or the stand-in's folder.",
    ["docs/layout.md#five-sentences"],
  ),
  "S4.2": mapped(
    "record",
    "An index holds nothing that the authority does not.",
    "all but the ledger is rebuilt from GitHub.",
    ["docs/operating.md#back-up-and-restore", "S4.3"],
  ),
  "S4.3": met("record", "The index can be rebuilt without losing data.", [
    "docs/layout.md#without-a-delivery",
  ]),
  "S4.4": met("history", "The index serves lists, filters and search.", ["docs/operations.md#list"]),
  "S4.5": mapped(
    "record",
    "The index is a JSON file rather than SQLite.",
    "SQLite: it was measured, and its file can be deleted just as easily.",
    ["docs/measured.md#speed-and-memory", "docs/running.md#run-it-on-one-machine"],
  ),
  "S4.6": mapped(
    "runs",
    "A session's state ends with the agent's program.",
    "`leave`, or silence, ends a session, and the next one takes over; what has to last is in issues, and only the record of a run stays.",
    ["docs/agents.md#signs-of-life", "AG17"],
  ),
  "S4.7": mapped(
    "runs",
    "Scratch files do not last.",
    "`verify` removes its checkouts; an agent's scratch is its own checkout.",
    ["docs/handovers.md#run-the-invariants-yourself"],
  ),
  "S4.8": mapped(
    "record",
    "Older formats are retired without breaking anything.",
    "older indexes are migrated, and older section names and markers are read.",
    ["M03", "F11", "N40"],
  ),
  "S4.9": mapped(
    "commands",
    "One file configures everything.",
    "`.github/signalbox.yml` for each repository.",
    ["docs/settings.md#settings"],
  ),
  "S4.10": planned("agreements", "spaces", "Indexes of spaces and runs can be regenerated."),
  "S4.11": planned("agreements", "spaces", "A space has a page.", "each track has one."),
  "S4.12": mapped("spaces", "A space has profiles of its agents.", "profiles are the repository's, for all spaces.", [
    "docs/context.md#profiles-and-skills-in-a-brief",
  ]),
  "S4.13": mapped("spaces", "A space has skills.", "skills are the repository's, and a task names one.", [
    "docs/context.md#profiles-and-skills-in-a-brief",
  ]),
  "S4.14": declined("spaces", "A space has a folder for working files, committed to Git.", byShell),
  "S4.15": mapped("record", "The index of a space is optional.", "the whole index is.", ["S4.3"]),
  "S4.16": planned("agreements", "spaces", "A marker shows which spaces are active."),
  "S4.17": met("runs", "A run keeps its input, output and data about it.", [
    "docs/running-agents.md#records",
  ]),
  "S4.18": met("runs", "A session is locked while it is open.", ["docs/agents.md#signs-of-life"]),
  "S4.19": met("runs", "A session records its program, agent and space.", ["docs/running-agents.md#records"]),
  "S4.20": met("runs", "A session keeps the output of its program.", ["docs/running-agents.md#records"]),
  "S4.21": planned("agreements", "spaces", "A space has a title, ID, time, state and main agent."),
  "S4.22": planned("agreements", "spaces", "A space pins files."),
  "S4.23": planned(
    "agreements",
    "spaces",
    "A space has a text for its context.",
    "people's text on a track's page is kept.",
  ),
  "S4.24": planned(
    "agreements",
    "spaces",
    "A space lists its agents with their roles.",
    "a track's page has its assignees.",
  ),
  "S4.25": planned(
    "agreements",
    "spaces",
    "A space shows what happened last.",
    "`explain` shows it for one issue.",
  ),
  "S4.26": mapped(
    "spaces",
    "A profile has role, skills, model and access.",
    "the roster has role and capabilities; model and access are in the profile's front matter, for the agent's program.",
    ["docs/agents.md#the-roster", "docs/context.md#profiles-and-skills-in-a-brief"],
  ),
  "S4.27": met("spaces", "A profile has instructions.", ["docs/context.md#profiles-and-skills-in-a-brief"]),
  "S4.28": mapped(
    "spaces",
    "A skill has a category and a description.",
    "in its front matter, for the agent's program.",
    ["docs/context.md#profiles-and-skills-in-a-brief"],
  ),
  "S4.29": declined(
    "spaces",
    "A skill is a prompt with variables.",
    "the agent's own program fills in its prompts, and knows their variables; a second template language would only be in its way.",
  ),
  "S4.30": planned("agreements", "spaces", "A command starts a space."),
  "S4.31": planned("agreements", "spaces", "A command resumes a space."),
  "S4.32": planned("agreements", "spaces", "A command lists the spaces."),
  "S4.33": planned("agreements", "spaces", "A command closes a space."),
  "S4.34": planned("agreements", "spaces", "A command shows a space."),
  "S4.35": met("runs", "Commands start a run and list runs with their output.", [
    "docs/running-agents.md#records",
  ]),
  "S4.36": declined("spaces", "A command lists a space's files.", byShell),
  "S4.37": declined("spaces", "A command prints a file.", byShell),
  "S4.38": declined("spaces", "A command writes a file.", byShell),
  "S4.39": declined("spaces", "A command copies a file.", byShell),
  "S4.40": declined("spaces", "A command moves a file.", byShell),
  "S4.41": declined("spaces", "A command removes a file.", byShell),
  "S4.42": declined("spaces", "A command makes a folder.", byShell),
  "S4.43": mapped(
    "commands",
    "Output is text, JSON, or stable lines for scripts.",
    "columns on a terminal, tabs in a pipe, and `--json`.",
    ["docs/running.md#call-the-command"],
  ),
  "S4.44": planned("agreements", "spaces", "A variable names the space.", "`GH_REPO` names the repository."),
  "S4.45": met("roster", "A variable names the agent.", [
    "docs/agents.md#from-the-command-line",
    "docs/running-agents.md#what-the-program-gets",
  ]),
  "S4.46": mapped(
    "roster",
    "A variable says whether the agent is the main one.",
    "being started as such makes no agent the main one: the policy says who may decide.",
    ["docs/teams.md#roles", "docs/settings.md#who-may-answer-what"],
  ),
  "S4.47": mapped(
    "commands",
    "A variable names the root folder.",
    "`SIGNALBOX_HOME` names the data folder.",
    ["docs/running.md#run-it-for-github"],
  ),
  "S4.48": met("runs", "The agent's program is recognised: Claude Code, Codex, OpenCode.", [
    "docs/running-agents.md#programs",
  ]),
  "S4.49": met("runs", "An adapter starts the program.", ["docs/running-agents.md#programs"]),
  "S4.50": met("runs", "An adapter brings its output into one shape.", ["docs/running-agents.md#records"]),
  "S4.51": mapped(
    "runs",
    "The start of an agent is an event with its data.",
    "each run leaves a record with its start, command line, task and process.",
    ["docs/running-agents.md#records"],
  ),
  "S4.52": met("runs", "Variables and errors are the same with every program.", [
    "docs/running-agents.md#what-the-program-gets",
  ]),
  "S4.53": mapped(
    "context",
    "An agent reads its context when it starts.",
    "`AGENTS.md` sends it to `brief` and to the context pages.",
    ["docs/teams.md#an-agents-session", "S3.34"],
  ),
  "S4.54": met("runs", "Data flows from the program's variables through the commands to storage and back.", [
    "docs/running-agents.md#what-the-program-gets",
  ]),
  "S4.55": mapped("commands", "The command line is a layer of its own.", "`cli`, above the operations.", [
    "docs/layout.md#floors",
  ]),
  "S4.56": met("commands", "Operations are testable, registered once and independent of their output."),
  "S4.57": mapped(
    "runs",
    "A layer has the rules of spaces, launches and sessions.",
    "`engine` has the rules of tasks and leases; how a launch ends is decided where programs are run.",
    ["docs/running-agents.md#how-it-ends"],
  ),
  "S4.58": met("runs", "A layer adapts to agents' programs.", ["docs/layout.md#floors"]),
  "S4.59": mapped(
    "record",
    "A layer stores files, with an index.",
    "GitHub or the stand-in, with the index in `store`.",
    ["docs/layout.md#floors"],
  ),
  "S4.60": mapped(
    "record",
    "Files as the authority survive partial failure and need no migration.",
    "GitHub is the authority, and a damaged index is deleted and rebuilt.",
    ["docs/running.md#when-something-is-wrong", "S4.3"],
  ),
  "S4.61": planned(
    "agreements",
    "spaces",
    "What belongs to a space moves with it, and all its agents read it.",
    "settings and context belong to a repository.",
  ),
  "S4.62": met("commands", "Where it works is said explicitly; if it is missing, an error says so."),
  "S4.63": met("adoption", "Agents work without the tool, and their programs need not know it.", ["N42"]),
  "S4.64": met("people", "Conflicts are never resolved automatically: people decide."),
};
