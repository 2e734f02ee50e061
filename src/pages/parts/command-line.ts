/** Commands as a page shows them for copying: with the text that the page shows, so that they are about no other one. */

/**
 * @param comment such as `/decide 1 because …`: the name stands after the command's word or its option
 * @param name as `formatTextName` or `formatWorkName` write it
 */
export function withName(comment: string, name: string): string {
  return comment.replace(/^\/[a-z]+(?: \d+)?/, (head) => `${head} ${name}`);
}
