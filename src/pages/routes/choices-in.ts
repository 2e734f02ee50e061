/** What the fields of a page offer: repositories that the reader may see, and tracks of open tasks. */
import { board } from "../../operations/board/board.ts";
import { boardOutput } from "../../operations/board/board-shape.ts";
import type { OperationPorts } from "../../operations/operation.ts";

export interface Choices {
  readonly tracks: readonly string[];
  readonly repositories: readonly string[];
}

export async function choicesIn(ports: OperationPorts): Promise<Choices> {
  const { output } = await board.run(ports, { only: "people", limit: 1 });
  const { tracks, repositories } = boardOutput.parse(output);
  return { tracks, repositories };
}
