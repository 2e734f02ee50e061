/** Tells agents something about an issue. The command line has a command of its own for it, which signs with a file's key. */
import { z } from "zod";
import { UserError } from "../../base/errors.ts";
import { allKinds } from "../../protocol/kinds/kinds.ts";
import { issueInput } from "../issue.ts";
import { operation } from "../operation.ts";
import { subjectCard, writeInput } from "../writes/write-input.ts";
import { commandedText, commandOutput, writeCommand } from "./write-command.ts";

const addressee = /^@?((?:(?:role|track):)?[\w.-]{1,60})$/;

export const tell = operation({
  name: "tell",
  summary: "Tell agents something about an issue",
  audience: "agents",
  effect: "writes",
  tool: "core",
  input: z.object({
    issue: issueInput,
    to: z.array(z.string()).min(1).max(20).describe("agents, role:…, track:… or everyone"),
    text: z.string().min(1).max(20_000),
    ...writeInput,
  }),
  output: commandOutput,
  positional: ["issue"],
  examples: [],
  run: async (ports, { issue, to, text, ...given }) => {
    const on = await subjectCard(ports, issue, {
      kinds: allKinds.map(({ name }) => name),
      rule: "nobody is told anything on it.",
    });
    // Whether they exist, the App says: it knows the settings.
    const words = `${to.map(nameOf).join(", ")}: ${text.trim()}`;
    const command = { name: "tell", words } as const;
    const never = { wait: false, timeout: "0s" };
    return writeCommand(ports, {
      operation: "tell",
      on,
      text: `/tell ${words}`,
      command,
      ...never,
      ...given,
    });
  },
  text: commandedText,
});

/** @throws UserError for what no agent, role or track is called */
function nameOf(given: string): string {
  const [, name] = addressee.exec(given.trim()) ?? [];
  if (name !== undefined) return name;
  throw new UserError("Write whom to tell as ada, role:reviewer, track:api or everyone.", {
    code: "invalid-input",
  });
}
