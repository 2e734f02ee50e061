/**
 * What people and agents do in one repository: open, ask, answer, close, reopen, block, unblock, also by issues of another
 * repository, give commands and push.
 */
import type { Actor } from "../support/actor.ts";
import { pick, type Random } from "../support/seeded-random.ts";
import { questionBody, taskBody } from "../support/story.ts";

export const actions = [
  "open",
  "ask",
  "answer",
  "close",
  "reopen",
  "block",
  "unblock",
  "block elsewhere",
  "unblock elsewhere",
  "command",
  "push",
] as const;
export type Action = (typeof actions)[number];

interface Issue {
  readonly number: number;
  isOpen: boolean;
  readonly blockers: Set<number>;
  /** Numbers of issues in the other repository. */
  readonly blockersElsewhere: Set<number>;
}

/** A repository of another installation, whose tasks block those of this one. None of them waits for one of this. */
export interface Elsewhere {
  readonly repository: Actor["repository"];
  /** Numbers of its tasks. */
  readonly tasks: () => readonly number[];
}

export interface Workload {
  /** Performs one action; resolves to which. */
  readonly act: () => Promise<Action>;
  /** Numbers of the tasks. */
  readonly tasks: () => readonly number[];
}

const enoughTasks = 8;
const enoughQuestions = 4;

/** @param person an administrator of the repository */
export function createWorkload(person: Actor, agent: Actor, random: Random, elsewhere?: Elsewhere): Workload {
  const tasks: Issue[] = [];
  const questions: Issue[] = [];
  const open = (issues: readonly Issue[]): readonly Issue[] => issues.filter(({ isOpen }) => isOpen);
  let named = 0;

  async function openTask(): Promise<Action> {
    const title = `Task ${++named}`;
    tasks.push(newIssue(await agent.open(title, taskBody(`${title} is done.`), ["kind:task"], [])));
    return "open";
  }

  async function askAbout(task: Issue): Promise<Action> {
    const number = await agent.open(`Q: Which way, ${++named}?`, questionBody(`#${task.number}`));
    questions.push(newIssue(number));
    return "ask";
  }

  async function edgeTo({ number }: Issue, blocker: number) {
    const far = { ...(elsewhere?.repository ?? person.repository), issue_number: blocker };
    const { data } = await person.octokit.rest.issues.get(far);
    return { ...person.repository, issue_number: number, issue_id: data.id };
  }

  const perform: Readonly<Record<Action, () => Promise<Action>>> = {
    open: openTask,
    ask: async () => {
      const task = pick(random, open(tasks));
      const isEnough = task === undefined || open(questions).length >= enoughQuestions;
      return isEnough ? perform.answer() : askAbout(task);
    },
    answer: async () => {
      const question = pick(random, open(questions));
      if (question === undefined) return openTask();
      question.isOpen = false;
      await person.comment(question.number, `/answer This way, ${++named}.`);
      return "answer";
    },
    close: async () => {
      const task = pick(random, open(tasks));
      if (task === undefined) return openTask();
      task.isOpen = false;
      await person.close(task.number);
      return "close";
    },
    reopen: async () => {
      const task = pick(
        random,
        tasks.filter(({ isOpen }) => !isOpen),
      );
      if (task === undefined) return openTask();
      task.isOpen = true;
      await person.reopen(task.number);
      return "reopen";
    },
    block: async () => {
      const task = pick(random, tasks);
      const blocker = pick(random, tasks);
      // Only older ones block, so that there is no cycle.
      if (task === undefined || blocker === undefined || blocker.number >= task.number) return openTask();
      if (task.blockers.has(blocker.number)) return perform.unblock();
      task.blockers.add(blocker.number);
      await person.block(task.number, blocker.number);
      return "block";
    },
    unblock: async () => {
      const task = pick(
        random,
        tasks.filter(({ blockers }) => blockers.size > 0),
      );
      const blocker = task && pick(random, [...task.blockers]);
      if (task === undefined || blocker === undefined) return perform.answer();
      task.blockers.delete(blocker);
      await person.unblock(task.number, blocker);
      return "unblock";
    },
    "block elsewhere": async () => {
      const task = pick(random, tasks);
      const blocker = pick(random, elsewhere?.tasks() ?? []);
      if (task === undefined || blocker === undefined) return perform.block();
      if (task.blockersElsewhere.has(blocker)) return perform["unblock elsewhere"]();
      task.blockersElsewhere.add(blocker);
      await person.octokit.rest.issues.addBlockedByDependency(await edgeTo(task, blocker));
      return "block elsewhere";
    },
    "unblock elsewhere": async () => {
      const task = pick(
        random,
        tasks.filter(({ blockersElsewhere }) => blockersElsewhere.size > 0),
      );
      const blocker = task && pick(random, [...task.blockersElsewhere]);
      if (task === undefined || blocker === undefined) return perform.unblock();
      task.blockersElsewhere.delete(blocker);
      await person.octokit.rest.issues.removeDependencyBlockedBy(await edgeTo(task, blocker));
      return "unblock elsewhere";
    },
    push: async () => {
      await push(person, `${++named} pushes.\n`);
      return "push";
    },
    command: async () => {
      const issue = pick(random, [...open(tasks), ...open(questions)]);
      if (issue === undefined) return openTask();
      await agent.comment(issue.number, "/help");
      return "command";
    },
  };

  return {
    act: () => {
      const action = pick(random, actions) ?? "open";
      return open(tasks).length >= enoughTasks && action === "open" ? perform.close() : perform[action]();
    },
    tasks: () => tasks.map(({ number }) => number),
  };
}

function newIssue(number: number): Issue {
  return { number, isOpen: true, blockers: new Set(), blockersElsewhere: new Set() };
}

async function push({ octokit, repository }: Actor, text: string): Promise<void> {
  const at = { ...repository, path: "README.md" };
  const { data } = await octokit.rest.repos.getContent(at);
  const sha = "sha" in data ? data.sha : "";
  const content = Buffer.from(text).toString("base64");
  await octokit.rest.repos.createOrUpdateFileContents({ ...at, message: "Write", content, sha });
}
