/** The shape of a harness: a program that runs an agent, such as Claude Code, and how signalbox talks to it. */

export const harnessNames = ["claude", "codex", "opencode", "plain"] as const;
export type HarnessName = (typeof harnessNames)[number];

/** Which conversation a program is to have. */
export interface Conversation {
  readonly type: "new" | "resumed";
  /** A UUID for a new one, as some programs take an id beforehand. */
  readonly id: string;
}

export interface Harness {
  readonly name: HarnessName;
  /** Its name on the PATH; undefined if only the caller can name it. */
  readonly program: string | undefined;
  /** Variables of which it sets at least one for the commands that it runs itself. */
  readonly variables: readonly string[];
  /**
   * The command line that takes the start packet on standard input, works without a person, and prints JSON.
   * @param given what the caller wrote; flags that it already has are not repeated
   */
  readonly command: (given: readonly string[]) => readonly string[];
  /** Says in a command line which conversation it is. Unchanged if the program cannot, or the caller chose one. */
  readonly converse: (argv: readonly string[], conversation: Conversation) => readonly string[];
  /** What it says on its error stream if it has no such conversation. */
  readonly unknownConversation: RegExp | undefined;
  /** Whether the usage that it reports is that of the whole conversation, and not of the run. */
  readonly countsConversation: boolean;
  /**
   * The flags with which an agent can ask and hand over, if it has none that could allow it; undefined otherwise. What the
   * program's own settings allow is not looked at.
   */
  readonly missingFlags: (argv: readonly string[]) => string | undefined;
  /** Reads one run's output as it arrives, because a long run prints more than fits into memory. */
  readonly createReader: () => OutputReader;
}

export interface OutputReader {
  /** Takes a part of standard output. Never throws: it may be anything. */
  readonly push: (chunk: Buffer) => void;
  /** Called once, at the end. */
  readonly result: () => HarnessResult;
}

/** The result of a run as the program reports it. */
export interface HarnessResult {
  /** The agent's last message; empty if none was found. */
  readonly text: string;
  /** Whether it reports success; undefined if it does not say. */
  readonly ok: boolean | undefined;
  /** Continues this conversation later, by the program's own flag. */
  readonly resumeId: string | undefined;
  readonly usage: Usage | undefined;
  /** What it wanted to do and was not allowed to, such as `Bash: npm test`. */
  readonly denials: readonly string[];
}

export interface Usage {
  /** All input, cached or not. */
  readonly inputTokens: number;
  readonly cachedInputTokens: number;
  readonly outputTokens: number;
  /** In US dollars, if the program reports it. */
  readonly costUsd: number | undefined;
}

export const noResult: HarnessResult = {
  text: "",
  ok: undefined,
  resumeId: undefined,
  usage: undefined,
  denials: [],
};
