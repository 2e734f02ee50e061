/** What the table of abilities is made of. */

/** The groups of docs/abilities.md, in the page's order. */
export const subjects = {
  record: "Record, index and storage",
  delivery: "Delivery, order and recovery",
  messages: "Messages and their fields",
  tasks: "Tasks and dependencies",
  asking: "Asking and answering",
  handovers: "Handovers",
  discoveries: "Discoveries and broadcast",
  coordinator: "The coordinator",
  people: "People and escalations",
  context: "Context pages and records",
  roster: "Who is at work",
  claims: "Claiming work",
  locks: "Locks on files",
  inbox: "Inbox, mentions and watching",
  runs: "Agents' programs, sessions and runs",
  trust: "Identity and signatures",
  agreements: "Contracts, votes and landing together",
  spaces: "Spaces, profiles and skills",
  history: "Events, history and lists",
  limits: "Limits and health",
  commands: "Command line and settings",
  mcp: "MCP, HTTP and pages",
  adoption: "Taking it up, and what it saves",
} as const;

export type Subject = keyof typeof subjects;

/** Work that is not finished and brings what is planned. */
export const steps = {
  agents:
    "agents as the bus knows them: roster, claims, signs of life, inbox, locks on paths, plans, starting programs",
  interfaces: "MCP, HTTP, web pages, figures, lists, import and export",
  agreements: "votes, contracts, landing together, spaces, profiles, pages that notice when they are stale",
} as const;

export type Step = keyof typeof steps;

/** A heading of a page by its anchor, or a case or another ability by its ID. */
export type Evidence = `${string}.md#${string}` | `${string}${number}` | `AG${number}` | `IF${number}`;

interface Asked {
  readonly subject: Subject;
  /** What is asked for, in one sentence. */
  readonly says: string;
}
interface Met extends Asked {
  readonly status: "met";
  /** May be empty if titles of tests begin with the ability's ID. */
  readonly where: readonly Evidence[];
  readonly note: string | undefined;
}
interface Mapped extends Asked {
  readonly status: "mapped";
  readonly how: string;
  readonly where: readonly Evidence[];
}
interface Declined extends Asked {
  readonly status: "declined";
  readonly why: string;
}
interface Planned extends Asked {
  readonly status: "planned";
  readonly step: Step;
  /** What already helps with it. */
  readonly today: string | undefined;
}

export type Ability = Met | Mapped | Declined | Planned;
export type Status = Ability["status"];
export type AbilityList = Readonly<Record<string, Ability>>;

export const met = (
  subject: Subject,
  says: string,
  where: readonly Evidence[] = [],
  note?: string,
): Ability => ({ status: "met", subject, says, where, note });

export const mapped = (
  subject: Subject,
  says: string,
  how: string,
  where: readonly Evidence[] = [],
): Ability => ({ status: "mapped", subject, says, how, where });

export const declined = (subject: Subject, says: string, why: string): Ability => ({
  status: "declined",
  subject,
  says,
  why,
});

export const planned = (step: Step, subject: Subject, says: string, today?: string): Ability => ({
  status: "planned",
  subject,
  says,
  step,
  today,
});
