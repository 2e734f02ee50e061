/**
 * Lets commands count as signs of life of the agent that gives them: one when a command starts, and more while a command
 * waits. Best effort: it delays no command by more than a moment, and never fails one.
 */
import type { Command } from "commander";
import type { Terminal } from "../terminal/terminal.ts";
import { postBeat } from "./post-beat.ts";
import { bodyIn, contactIn } from "./surroundings.ts";

/** They run on their own, give signs of life themselves, or end a session. */
const silent: ReadonlySet<string> = new Set([
  "start",
  "hub",
  "demo",
  "run",
  "beat",
  "join",
  "leave",
  "init",
  "setup",
  "env",
  "mcp",
  "completion",
  "words",
]);
const everyMs = 30_000;
const graceMs = 100;

export interface SignsOfLife {
  readonly begin: (command: Command) => void;
  /** Resolves once the first sign was given, or after a moment. Never rejects. */
  readonly end: () => Promise<void>;
}

export function createSignsOfLife({ env }: Pick<Terminal, "env">): SignsOfLife {
  let signs: Pick<SignsOfLife, "end"> | undefined;
  return {
    begin: (command) => {
      const { agent, home } = command.opts<{ agent?: string; home?: string }>();
      if (!silent.has(command.name())) signs = giveSigns(env, { agent, home });
    },
    end: async () => signs?.end(),
  };
}

/** Gives signs until `end`, if the flags or the environment name an agent. */
export function giveSigns(
  env: Terminal["env"],
  { agent, home }: { readonly agent?: string | undefined; readonly home: string | undefined },
): Pick<SignsOfLife, "end"> {
  const body = bodyIn(env, agent);
  if (body === undefined) return { end: async () => {} };
  const over = new AbortController();
  const { agent: name, session, repo } = body;
  const give = async () => {
    const contact = await contactIn(env, { home, mayRenew: false }).catch(() => undefined);
    return postBeat(contact, { agent: name, session, repo }, { timeoutMs: 1_000, signal: over.signal });
  };
  const first = give();
  const timer = setInterval(() => void give(), everyMs).unref();
  return {
    end: async () => {
      clearInterval(timer);
      await Promise.race([first, new Promise((resolve) => setTimeout(resolve, graceMs).unref())]);
      over.abort();
    },
  };
}
