/** What tools that open an issue have in common. */
import { z } from "zod";
import type { OperationResult } from "../../operations/operation.ts";
import type { Reply } from "../reply.ts";

export const options = z.array(z.string()).max(9).optional();

export const key = z.string().max(200).describe("the same key never opens a second one").optional();

const openedShape = z.object({
  wrote: z.enum(["issue", "nothing new"]),
  issue: z.string(),
  url: z.string(),
  seen: z.boolean(),
});

/** Nothing in it was written by others. @param next what to do then */
export function openedReply({ output }: OperationResult, next?: string): Reply {
  const { wrote, issue, url, seen } = openedShape.parse(output);
  const own = [
    `${wrote === "issue" ? "Opened" : "Opened before, with the same key:"} ${issue} ${url}`,
    ...(seen ? [] : ["The server has not taken it up yet; it will when it runs."]),
    ...(next === undefined ? [] : [next]),
  ];
  return { own };
}
