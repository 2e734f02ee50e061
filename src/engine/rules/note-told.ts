/** A task remembers which discoveries it was told of: a comment that somebody deleted is not written again. */
import { nothing, type RememberRule, type Situation } from "../rule.ts";
import { toldBy } from "./tell-discovery.ts";

export const noteTold: RememberRule = { name: "note-told", remember };

/** How many discoveries a task remembers. */
const remembered = 100;

function remember({ record }: Situation) {
  const { memory, seen } = record;
  const news = seen.own.flatMap(({ key }) => toldBy(key) ?? []).filter((id) => !memory.told.includes(id));
  return news.length === 0
    ? nothing
    : { memory: { ...memory, told: [...memory.told, ...news].slice(-remembered) } };
}
