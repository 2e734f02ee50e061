/** Says that a page may no longer hold. */
import type { PageState } from "./page-state.ts";

const shownFiles = 3;

/** Undefined if nothing is known against it. */
export function staleSentence(path: string, state: PageState): string | undefined {
  if (state.type === "unknown commit")
    return `\`${path}\` was verified at \`${state.verified.slice(0, 12)}\`, which GitHub does not show.`;
  if (state.type !== "stale") return undefined;
  const { verified, changed } = state;
  const names = changed.slice(0, shownFiles).map((file) => `\`${file.replaceAll("`", "")}\``);
  const more = changed.length > shownFiles ? ` and ${changed.length - shownFiles} more` : "";
  return `\`${path}\` was verified at \`${verified.slice(0, 12)}\`; since then ${names.join(", ")}${more} changed.`;
}
