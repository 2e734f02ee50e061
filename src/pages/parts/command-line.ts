/** Commands as a page shows them for copying: with the text that the page shows, so that they are about no other one. */
import { formatTextName } from "../../protocol/commands/text-name.ts";

/** @param comment such as `/decide 1 because …`: the name stands after the command's word or its option */
export function withTextName(comment: string, textHash: string): string {
  return comment.replace(/^\/[a-z]+(?: \d+)?/, (head) => `${head} ${formatTextName(textHash)}`);
}
