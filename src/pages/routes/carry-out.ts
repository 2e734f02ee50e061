/** Runs the operation behind a form as the reader, and says what came of it. */
import { z } from "zod";
import { UserError } from "../../base/errors.ts";
import { catalogue } from "../../operations/catalogue.ts";
import { answerOnPage } from "../../operations/commands/answer-on-page.ts";
import type { OperationPorts } from "../../operations/operation.ts";

export type CarriedOut =
  | { readonly type: "sent" }
  /** `isStale`: the text is no longer the one that the reader saw. */
  | { readonly type: "refused"; readonly message: string; readonly isStale: boolean };

/** The App usually answers within a second; a person who waits longer sees the page, which goes on by itself. */
const patience = "3s";

/** What operations return that write a command, as far as a page needs it. */
const outcomeShape = z.object({
  outcome: z
    .object({
      result: z.enum(["done", "refused", "ignored", "time limit", "broken off"]),
      reply: z.string().optional(),
    })
    .optional(),
});

/** The operations that write, by name. */
export const writes: ReadonlySet<string> = new Set(
  catalogue.filter(({ effect }) => effect === "writes").map(({ name }) => name),
);

export async function carryOut(
  ports: OperationPorts,
  name: string,
  input: Readonly<Record<string, unknown>>,
): Promise<CarriedOut> {
  const operation = catalogue.find((each) => each.name === name && each.effect === "writes");
  if (operation === undefined)
    throw new UserError(`There is no action ${name} here.`, { code: "invalid-input" });
  if (name === "answer" && ports.choose !== undefined) return carried(() => answerOnPage(ports, input));
  const waits = "wait" in operation.input.shape && "timeout" in operation.input.shape;
  return carried(async () => {
    const given = waits ? { ...input, wait: true, timeout: patience } : input;
    return (await operation.run(ports, given)).output;
  });
}

async function carried(work: () => Promise<unknown>): Promise<CarriedOut> {
  try {
    return readOutcome(await work());
  } catch (thrown) {
    if (!(thrown instanceof UserError)) throw thrown;
    const isStale = thrown.code === "text-changed";
    const message = isStale
      ? "The text was edited after you read it, so nothing was written. This is the text now."
      : thrown.message;
    return { type: "refused", message, isStale };
  }
}

function readOutcome(output: unknown): CarriedOut {
  const { outcome } = outcomeShape.parse(output);
  switch (outcome?.result) {
    case "refused":
      return { type: "refused", message: plain(outcome.reply ?? "It was refused."), isStale: false };
    case "ignored":
      return {
        type: "refused",
        message: "It had no effect: your role does not allow it here.",
        isStale: false,
      };
    default:
      return { type: "sent" };
  }
}

/** The App replies in Markdown, with a hidden marker at the end; its marks say nothing in one sentence of a page. */
function plain(markdown: string): string {
  const [shown = ""] = markdown.split("<!--", 1);
  return shown.replace(/[*`]/g, "").trim();
}
