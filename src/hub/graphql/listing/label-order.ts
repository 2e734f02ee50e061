/** `labels(orderBy, query)`: ordered by name or creation, filtered by a text in the name or description. */
import type { Label } from "../../state/issues/labels.ts";
import type { Args } from "../executor/args.ts";

export function sortLabels(labels: readonly Label[], args: Args): readonly Label[] {
  const order = args.input("orderBy");
  const byName = order.oneOf("field", ["NAME", "CREATED_AT"]) === "NAME";
  const sorted = labels.toSorted((one, other) =>
    byName ? one.name.localeCompare(other.name, "en", { sensitivity: "base" }) : one.id - other.id,
  );
  return order.oneOf("direction", ["ASC", "DESC"]) === "DESC" ? sorted.reverse() : sorted;
}

export function searchLabels(labels: readonly Label[], query: string | undefined): readonly Label[] {
  const wanted = query?.trim().toLowerCase() ?? "";
  if (wanted === "") return labels;
  return labels.filter((label) => `${label.name}\n${label.description ?? ""}`.toLowerCase().includes(wanted));
}
