/** Records an issue that we opened on behalf of this one, even if the write receipt was lost. */

import { withOpened } from "../model/opened.ts";
import { nothing, type RuleInput, type StateRule } from "../model/rule.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import { compareWords } from "../model/word-order.ts";

export const adoptOpened: StateRule = { name: "adopt-opened", updateState };

function updateState({ view, record }: RuleInput) {
  const all = (view.openedFor.get(record.seen.id) ?? []).flatMap((id) => view.records.get(id) ?? []);
  const next = all
    .toSorted(({ seen: a }, { seen: b }) =>
      compareWords({ ...a, at: a.createdAt }, { ...b, at: b.createdAt }),
    )
    .reduce(adopt, record);
  return next === record ? nothing : { persisted: next.persisted };
}

/** The earliest of duplicate issues counts, unless a different one is already recorded. */
function adopt(record: IssueRecord, { seen: { opened, id, number } }: IssueRecord): IssueRecord {
  return opened === undefined ? record : withOpened(record, { key: opened.key, id, number });
}
