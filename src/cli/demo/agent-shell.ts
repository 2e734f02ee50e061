/** An agent's own shell in the demo: runs `signalbox` commands on the server's machine, and prints them. */
import { Defect } from "../../base/errors.ts";
import { agents } from "../../operations/agents.ts";
import { claim } from "../../operations/holding/claim.ts";
import { locks } from "../../operations/locks/locks.ts";
import { inbox } from "../../operations/notes/inbox.ts";
import { wait } from "../../operations/wait.ts";
import { operationCommand } from "../terminal/operation-command.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { DemoContext } from "./demo-context.ts";

const commands = [agents, claim, inbox, locks, wait];

export interface AgentShell {
  /** Runs a command and prints it with its output. */
  readonly show: (...words: readonly string[]) => Promise<void>;
  /** Runs a command. @returns its output */
  readonly run: (...words: readonly string[]) => Promise<string>;
}

/** @param agent the name that its commands carry; undefined for a person */
export function agentShell(
  { home, owner, repo, timeline, pause }: DemoContext,
  who: string,
  agent?: string,
): AgentShell {
  const run = async (...[name = "", ...words]: readonly string[]): Promise<string> => {
    let out = "";
    const terminal: Terminal = {
      out: (text) => {
        out += text;
      },
      err: () => {},
      isTty: false,
      isErrTty: false,
      env: { SIGNALBOX_HOME: home, GH_REPO: `${owner}/${repo}`, ...(agent && { SIGNALBOX_AGENT: agent }) },
      exitWith: () => {},
    };
    const operation = commands.find((each) => each.name === name);
    if (operation === undefined) throw new Defect(`The demo has no command ${name}.`);
    await operationCommand(operation, terminal).exitOverride().parseAsync(words, { from: "user" });
    return out.trimEnd();
  };
  const show = async (...words: readonly string[]): Promise<void> => {
    await pause();
    const line = words.map((word) => (word.includes(" ") ? `'${word}'` : word)).join(" ");
    timeline.tell(who, [`signalbox ${line}`, await run(...words)].filter((text) => text !== "").join("\n"));
  };
  return { show, run };
}
