/** Title prefixes that forms and signalbox add, which lists of issues of several kinds strip. */
import { allKinds } from "./kinds/kinds.ts";

const prefixes = allKinds.map(({ prefix }) => prefix.toLowerCase());

/** The title without its kind's prefix, for sentences that already mention the kind. */
export function bareTitle(title: string): string {
  const bare = title.trim();
  const prefix = prefixes.find((each) => bare.toLowerCase().startsWith(each));
  return prefix === undefined ? bare : bare.slice(prefix.length).trim();
}
