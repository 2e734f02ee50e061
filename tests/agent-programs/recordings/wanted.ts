/** What is recorded of each program: every way in which a run of it ends that its parser tells apart. */
import { refuse, type Script, say, shell } from "../model/step.ts";
import type { ProgramName } from "../programs/agent-program.ts";

export interface WantedRecording {
  /** Its file, without what tells the streams apart. */
  readonly name: string;
  readonly program: ProgramName;
  readonly command: string;
  readonly script: Script;
  readonly ending: "jsonl" | "txt";
}

/** Not a conversation of anybody's: programs are asked to go on with it, and recordings name it. */
export const conversations: Readonly<Record<ProgramName, string>> = {
  claude: "5d2f4c1e-6f0b-4e1b-9c53-2a7f1d0e8b64",
  codex: "019ad6e1-4b7c-7e02-9f35-8c1d2e6a7b90",
  opencode: "ses_61c2f08b4ffeQm3vJx9TzKp0Ra",
};

const success: Script = [
  shell("echo one"),
  say("The queue now retries three times. I handed over with #19."),
];
const refused: Script = Array.from({ length: 12 }, () => refuse(400, "your credit balance is too low"));
const claude = "claude -p --output-format";
const codex = "codex exec --json --sandbox danger-full-access";
const opencode = "opencode run --format json";

export const wantedRecordings: readonly WantedRecording[] = [
  of("claude", "claude", `${claude} json --allowedTools Bash`, success, "txt"),
  of("claude", "claude-verbose", `${claude} json --verbose --allowedTools Bash`, success, "txt"),
  of("claude", "claude-stream", `${claude} stream-json --verbose --allowedTools Bash`, success, "jsonl"),
  of("claude", "claude-denied", `${claude} json`, [shell("gh issue list"), say("I may not.")], "txt"),
  of("claude", "claude-max-turns", `${claude} json --max-turns 1 --allowedTools Bash`, success, "txt"),
  of("claude", "claude-error", `${claude} json`, refused, "txt"),
  of("claude", "claude-no-session", `${claude} json --resume ${conversations.claude}`, success, "txt"),
  of("claude", "claude-unknown-flag", `${claude} json --no-such-flag`, success, "txt"),
  of("codex", "codex", codex, success, "jsonl"),
  of("codex", "codex-error", codex, refused, "jsonl"),
  of("codex", "codex-no-session", `${codex} resume ${conversations.codex}`, success, "jsonl"),
  of("codex", "codex-unknown-flag", `${codex} --no-such-flag`, success, "jsonl"),
  of("opencode", "opencode", opencode, success, "jsonl"),
  of("opencode", "opencode-error", opencode, refused, "jsonl"),
  of("opencode", "opencode-no-session", `${opencode} --session ${conversations.opencode}`, success, "jsonl"),
  of("opencode", "opencode-unknown-flag", `${opencode} --no-such-flag`, success, "jsonl"),
];

function of(
  program: ProgramName,
  name: string,
  command: string,
  script: Script,
  ending: WantedRecording["ending"],
): WantedRecording {
  return { program, name, command, script, ending };
}
