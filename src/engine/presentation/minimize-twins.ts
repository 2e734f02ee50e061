/**
 * Minimises the later of two comments of ours with the same key, which only an ambiguous write can create.
 */
import type { ShowRule, Situation, Wish } from "../model/rule.ts";

export const minimizeTwins: ShowRule = { name: "minimize-twins", show };

function show({ record }: Situation) {
  const first = new Set<string>();
  const wishes: Wish[] = [];
  for (const comment of [...record.seen.own].sort(
    (a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1),
  )) {
    if (!first.has(comment.key)) first.add(comment.key);
    else if (!comment.isMinimized) {
      const slot = { type: "folded-comment", id: comment.id } as const;
      const effect = { type: "MinimizeComment", commentId: comment.id } as const;
      const because = `Another comment of ours already carries ${comment.key}.`;
      const reason = { rule: minimizeTwins.name, because };
      wishes.push({ slot, key: { type: "folded-comment", commentId: comment.id }, effect, reason });
    }
  }
  return { wishes };
}
