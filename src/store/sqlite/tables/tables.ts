/** The tables that more than one adapter writes, and the change counter that readers watch. */
import type { DatabaseSync } from "node:sqlite";
import type { IssueRecord } from "../../../engine/model/snapshot.ts";
import { AccountTable } from "./account-table.ts";
import { EffectTable } from "./effect-table.ts";
import { GrantTable } from "./grant-table.ts";
import { IssueLists } from "./issues/issue-lists.ts";
import { IssueTable } from "./issues/issue-table.ts";
import { LabelTable } from "./issues/label-table.ts";
import { LedgerWriter } from "./ledger-table.ts";
import { NoteTable } from "./note-table.ts";
import { OrderTable } from "./order-table.ts";
import { RefreshTable } from "./refresh-table.ts";
import { RepositoryTable } from "./repository-table.ts";
import { SessionTable } from "./session-table.ts";
import { SettingsTable } from "./settings-table.ts";
import { TokenTable } from "./token-table.ts";

export interface Tables {
  readonly issues: IssueTable;
  readonly issueLists: IssueLists;
  readonly repositories: RepositoryTable;
  readonly refreshes: RefreshTable;
  readonly effects: EffectTable;
  readonly accounts: AccountTable;
  readonly ledger: LedgerWriter;
  readonly settings: SettingsTable;
  readonly labels: LabelTable;
  readonly orders: OrderTable;
  readonly sessions: SessionTable;
  readonly notes: NoteTable;
  readonly grants: GrantTable;
  readonly apiTokens: TokenTable;
  /** Marks the index as changed if any of them differs from what is stored in more than when it was read. */
  readonly saveRecords: (records: readonly IssueRecord[]) => void;
  /** Tells readers in any process that the index has changed. */
  readonly markChanged: () => void;
}

export function openTables(database: DatabaseSync): Tables {
  const issues = new IssueTable(database);
  const count = database.prepare("UPDATE version SET number = number + 1");
  const markChanged = (): void => void count.run();
  return {
    issues,
    issueLists: new IssueLists(database),
    repositories: new RepositoryTable(database),
    refreshes: new RefreshTable(database, issues),
    effects: new EffectTable(database),
    accounts: new AccountTable(database, issues),
    ledger: new LedgerWriter(database),
    settings: new SettingsTable(database),
    labels: new LabelTable(database),
    orders: new OrderTable(database),
    sessions: new SessionTable(database),
    notes: new NoteTable(database),
    grants: new GrantTable(database),
    apiTokens: new TokenTable(database),
    saveRecords: (records) => {
      const changed = records.filter((record) => issues.save(record));
      if (changed.length > 0) markChanged();
    },
    markChanged,
  };
}
