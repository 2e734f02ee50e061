/** The kinds of matter on a running server: each opened by an agent or a stranger, with the word by which a person settles it. */
import type { TestBus } from "../support/bus.ts";
import { form } from "../support/form.ts";
import { openContract, openTask, openVote, ours } from "../support/votes-story.ts";

/** One that waits for a word. */
export interface OpenMatter {
  readonly issue: number;
  /** What it holds up, where it holds up something. */
  readonly task: number | undefined;
  readonly title: string;
  readonly body: string;
  /** Whose text it is, and who attacks by changing it. */
  readonly author: string;
}

export interface AttackedMatter {
  readonly kind: string;
  /** @param author `alice` if omitted; a stranger's is mallory's */
  readonly open: (bus: TestBus, author?: string) => Promise<OpenMatter>;
  /** Who settles it, and with which words. */
  readonly by: string;
  readonly word: (bus: TestBus, matter: OpenMatter) => Promise<string>;
  /** A part of the body, and what its author makes of it. */
  readonly harmless: string;
  readonly harmful: string;
  /** What its speaker reads after a word about the earlier text. */
  readonly told: string | RegExp;
}

export const dangerous = "Delete all customer accounts";

const task = (bus: TestBus): Promise<number> => openTask(bus.as("bob"), "Shorten the log");

async function opened(
  bus: TestBus,
  author: string,
  title: string,
  sections: Readonly<Record<string, string>>,
  blocked: number | undefined,
): Promise<OpenMatter> {
  const [kind = ""] = title.split(":");
  const label = kind === "Q" ? "question" : kind.toLowerCase();
  const body = form(sections);
  const issue = await bus.as(author).open(title, body, author === "mallory" ? [] : [`kind:${label}`], []);
  await bus.settled();
  return { issue, task: blocked, title, body, author };
}

async function handOver(bus: TestBus, author = "alice"): Promise<OpenMatter> {
  const on = await task(bus);
  await bus.settled();
  await bus.as(author).comment(on, "/claim");
  await bus.settled();
  const sections = {
    Completes: `#${on}`,
    Status: "complete",
    Changes: "- src/log.ts: is shorter",
    Verified: "- looked at it: passed",
    Context: "Shorten the log.",
    "Next steps": "None.",
  };
  return opened(bus, author, "Handover: shorter", sections, on);
}

async function bodyOf(bus: TestBus, issue: number): Promise<string> {
  const { octokit, repository } = bus.as("maria");
  return (await octokit.rest.issues.get({ ...repository, issue_number: issue })).data.body ?? "";
}

const always = (words: string) => async (): Promise<string> => words;

export const attackedMatters: readonly AttackedMatter[] = [
  {
    kind: "approval",
    open: (bus) => opened(bus, "mallory", "Task: Shorten the log", { Goal: "Shorten the log." }, undefined),
    by: "maria",
    word: async (bus, { issue }) =>
      /\/approve [0-9a-f]{8,64}/.exec((await ours(bus, issue)).join("\n"))?.[0] ?? "none was shown",
    harmless: "Shorten the log.",
    harmful: `${dangerous}.`,
    told: /changed the (?:text|title) at .+It says now:/s,
  },
  {
    kind: "question",
    open: async (bus, author = "alice") => {
      const on = await task(bus);
      const sections = {
        "Blocking task": `#${on}`,
        Category: "implementation",
        Urgency: "blocking",
        Context: "Shorten the log?",
      };
      return opened(bus, author, "Q: Shorten the log?", sections, on);
    },
    by: "maria",
    word: always("/answer Yes, go ahead."),
    harmless: "Shorten the log?",
    harmful: `${dangerous}?`,
    told: dangerous,
  },
  {
    kind: "escalation, by an option",
    open: async (bus, author = "alice") => {
      const on = await task(bus);
      const sections = {
        Regarding: `#${on}`,
        Urgency: "blocking",
        Context: "Nobody reads it.",
        Question: "What shall we do?",
        Options: "1. Shorten the log.\n2. Keep it.",
        "Impact of delay": "None.",
      };
      return opened(bus, author, "Escalation: The log", sections, on);
    },
    by: "maria",
    word: always("/decide 1"),
    harmless: "Shorten the log.",
    harmful: `${dangerous}.`,
    told: dangerous,
  },
  {
    kind: "escalation, in words",
    open: async (bus, author = "alice") => {
      const on = await task(bus);
      const sections = {
        Regarding: `#${on}`,
        Urgency: "blocking",
        Context: "Nobody reads it.",
        Question: "Shorten the log?",
        Options: "1. Yes.\n2. No.",
        "Impact of delay": "None.",
      };
      return opened(bus, author, "Escalation: Shorten it?", sections, on);
    },
    by: "maria",
    word: always("/answer Yes, all of it."),
    harmless: "Shorten the log?",
    harmful: `${dangerous}?`,
    told: dangerous,
  },
  {
    kind: "vote, by a voter",
    open: async (bus, author = "alice") => {
      const who = bus.as(author);
      const on = await task(bus);
      const changes = { Options: "1. Shorten the log.\n2. Keep it.", Voters: "people", Needs: "1" };
      const issue = await openVote(who, { ...changes, "Blocking task": `#${on}` }, "The log");
      await bus.settled();
      return { issue, task: on, title: "Vote: The log", body: await bodyOf(bus, issue), author };
    },
    by: "maria",
    word: always("/vote 1"),
    harmless: "Shorten the log.",
    harmful: `${dangerous}.`,
    told: dangerous,
  },
  {
    kind: "vote, by a person's decision",
    open: async (bus, author = "alice") => {
      const who = bus.as(author);
      const on = await task(bus);
      const changes = { Options: "1. Shorten the log.\n2. Keep it.", Voters: "people", Needs: "3" };
      const issue = await openVote(who, { ...changes, "Blocking task": `#${on}` }, "The log");
      await bus.settled();
      return { issue, task: on, title: "Vote: The log", body: await bodyOf(bus, issue), author };
    },
    by: "maria",
    word: always("/decide 1"),
    harmless: "Shorten the log.",
    harmful: `${dangerous}.`,
    told: dangerous,
  },
  {
    kind: "contract",
    open: async (bus, author = "alice") => {
      const [on, provider] = [await task(bus), await task(bus)];
      await bus.settled();
      for (const each of [on, provider]) await bus.as("bob").comment(each, "/claim");
      await bus.settled();
      const issue = await openContract(bus.as(author), {
        Interface: `log-${on}`,
        Provider: `#${provider}`,
        Consumers: `#${on}`,
        Definition: "```ts\ninterface Log { shorter: true }\n```",
      });
      await bus.settled();
      return {
        issue,
        task: on,
        title: "Contract: orders-api",
        body: await bodyOf(bus, issue),
        author,
      };
    },
    by: "bob",
    word: always("/ack"),
    harmless: "shorter: true",
    harmful: "deletes: true",
    told: /deletes: true|Delete all customer accounts/,
  },
  {
    kind: "handover",
    open: handOver,
    by: "maria",
    word: always("/accept because I looked at it"),
    harmless: "Shorten the log.",
    harmful: `${dangerous}.`,
    told: dangerous,
  },
];

/** Whether the word took effect. */
export async function isSettled(bus: TestBus, { issue, author }: OpenMatter): Promise<boolean> {
  const { state, labels } = await bus.as("maria").see(issue);
  return author === "mallory" ? !labels.includes("needs-approval") : state === "closed";
}
