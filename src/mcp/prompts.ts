/** Beginnings of conversations that a person can choose from. */
import type { McpServer } from "@modelcontextprotocol/server";

const prompts = {
  start: {
    description: "Start a session: inbox, next task, claim, brief",
    text: `Look at your inbox (\`wait\` with timeout 0s) and deal with what is there. If you hold no task, take the best one that is ready (\`claim\` with action take and no issue; \`ready\` lists them). Read its \`brief\` before you change anything, then tell me what you are going to do. Call \`claim\` with action keep every few minutes of work. If you need a decision that others would have to live with, \`ask\`, and do not guess.`,
  },
  "hand-over": {
    description: "Hand over what you have done, finished or not",
    text: `Hand over the task that you hold (\`hand_over\`). Push your work first. State for each file what changed, and name only commands that you ran, with their results. Say what the next reader has to know: decisions, pitfalls, next steps. If something is missing, the handover is partial or blocked: open a task (\`signalbox\`, operation "task") or a question for it first, and name it under blockers. Then release the task unless the handover is complete.`,
  },
  "answer-questions": {
    description: "Answer open questions from the repository's own files",
    text: `List the open questions (\`signalbox\` with operation "questions" and {"open": true}). For each, read what its task is about (\`brief\`) and look for the answer in this repository's files and earlier decisions. Where they settle it, \`send\` an answer whose reasons name the files and lines. Where they do not, or where the decision is a person's, leave the question alone and tell me why. Do not answer a question that you asked.`,
  },
} as const;

export function addPrompts(server: McpServer): void {
  for (const [name, { description, text }] of Object.entries(prompts))
    server.registerPrompt(name, { description }, () => ({
      messages: [{ role: "user", content: { type: "text", text } }],
    }));
}
