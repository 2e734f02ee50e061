/** What a program with a token is told when it wants to write: the `gh` command that does it, with a login of its own. */
import { z } from "zod";
import { Defect } from "../../../base/errors.ts";
import type { CallerWriter } from "../../../operations/caller-writer.ts";
import type { Operation, OperationPorts, OperationResult } from "../../../operations/operation.ts";
import type { AsCaller, LoggedIn } from "../../../operations/writes/as-caller.ts";
import type { ApiToken } from "../../../store/shape/api-token.ts";

const plannedShape = z.object({
  command: z.string(),
  title: z.string().optional(),
  body: z.string().optional(),
});
export type Planned = Readonly<z.output<typeof plannedShape>>;

type Writer = Pick<ApiToken, "login" | "nodeId">;
type Input = Readonly<Record<string, unknown>>;

export type Instead =
  | { readonly type: "command"; readonly planned: Planned; readonly why: string }
  /** It was written before, with the same key. */
  | { readonly type: "done"; readonly result: OperationResult; readonly ports: OperationPorts };

/** Nothing is written, whatever the input says. @throws UserError for input that could not be written either */
export async function insteadOfWriting(
  operation: Operation,
  ports: OperationPorts,
  { wait: _, timeout: __, ...given }: Input,
  wording: Omit<AsCaller, "login">,
  writer: Writer,
): Promise<Instead> {
  const asCaller: AsCaller = { ...wording, login: async () => dryLogin(ports, writer) };
  const dry = { ...ports, asCaller: async () => asCaller };
  const result = await operation.run(dry, { ...given, dryRun: true });
  const { success, data } = plannedShape.safeParse(result.output);
  if (!success) return { type: "done", result, ports: dry };
  const why = `A token of signalbox reads and gives orders; it writes nothing on GitHub. With a GitHub login of your own, this does what \`${operation.name}\` would:\n${data.command}`;
  return { type: "command", planned: data, why };
}

function dryLogin({ board, agent }: OperationPorts, { login, nodeId }: Writer): LoggedIn {
  return {
    id: nodeId ?? "",
    name: login ?? agent ?? "signalbox",
    writer: noWriter,
    opened: async () => undefined,
    commented: async () => undefined,
    readText: async ({ owner, repo, number }) =>
      (await board.card(owner, repo, number)) ?? { title: "", body: "" },
    readWork: async () => undefined,
  };
}

async function never(): Promise<never> {
  throw new Defect("A dry run wrote something.");
}
const noWriter: CallerWriter = {
  open: never,
  edit: never,
  comment: never,
  close: never,
  reopen: never,
  adopt: never,
};
