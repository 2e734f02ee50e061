/** What people and agents do in one repository: open, ask, answer, close, reopen, block, unblock and give commands. */
import type { Actor } from "../support/actor.ts";
import { pick, type Random } from "../support/seeded-random.ts";
import { questionBody, taskBody } from "../support/story.ts";

export const actions = ["open", "ask", "answer", "close", "reopen", "block", "unblock", "command"] as const;
export type Action = (typeof actions)[number];

interface Issue {
  readonly number: number;
  isOpen: boolean;
  readonly blockers: Set<number>;
}

export interface Workload {
  /** Performs one action; resolves to which. */
  readonly act: () => Promise<Action>;
}

const [enoughTasks, enoughQuestions] = [8, 4];

/** @param person an administrator of the repository */
export function createWorkload(person: Actor, agent: Actor, random: Random): Workload {
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
      const [task, blocker] = [pick(random, tasks), pick(random, tasks)];
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
  };
}

function newIssue(number: number): Issue {
  return { number, isOpen: true, blockers: new Set() };
}
