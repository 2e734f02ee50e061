/**
 * Records once which pages an accepted large handover may have made stale. What is recorded stays: later, when the
 * task about a page is closed, the same handover must not open another one.
 */
import { nothing, type RuleInput, type StateRule } from "../../model/rule.ts";
import { asksForPages } from "./asks-for-pages.ts";

export const recordPages: StateRule = { name: "record-pages", updateState };

function updateState({ view, record, context }: RuleInput) {
  const { persisted, seen } = record;
  if (!asksForPages(record, context.settings)) return nothing;
  if (!context.settings.context.open_tasks) return { persisted: { ...persisted, stalePages: [] } };
  const finding = view.pageFindings?.get(seen.id);
  if (finding === undefined || finding.body !== seen.bodyHash) return nothing;
  return { persisted: { ...persisted, stalePages: finding.pages.map(({ path }) => path) } };
}
