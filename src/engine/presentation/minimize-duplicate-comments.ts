/** Minimises the later of two our comments with the same key, which only an ambiguous write can create. */
import type { ProjectionRule, ProposedEffect, RuleInput } from "../model/rule.ts";

export const minimizeDuplicateComments: ProjectionRule = { name: "minimize-twins", project };

function project({ record }: RuleInput) {
  const first = new Set<string>();
  const effects: ProposedEffect[] = [];
  for (const comment of [...record.seen.own].sort(
    (a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1),
  )) {
    if (!first.has(comment.key)) first.add(comment.key);
    else if (!comment.isMinimized) {
      const slot = { type: "folded-comment", id: comment.id } as const;
      const effect = { type: "MinimizeComment", commentId: comment.id } as const;
      const because = `One of our comments already has ${comment.key}.`;
      const reason = { rule: minimizeDuplicateComments.name, because };
      effects.push({ slot, key: { type: "folded-comment", commentId: comment.id }, effect, reason });
    }
  }
  return { effects };
}
