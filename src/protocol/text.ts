/**
 * The App's messages, as values: the engine chooses a template and its data, and the edges render it with the
 * template of the same name. Sentences belong in templates/, not here.
 */
import type { ChangedTextData } from "./text/changed-text.ts";
import type { CheckData, LocksCheckData, SettingsCheckData } from "./text/check.ts";
import type {
  BlockerLine,
  DiscoveryLine,
  NoticeSize,
  OptionCommand,
  PageLine,
  ProposalDetails,
  StatusEnding,
} from "./text/lines.ts";
import type {
  AnswerOpenedData,
  EscalationOpenedData,
  QuestionOpenedData,
  SettingsOpenedData,
} from "./text/opened.ts";
import type { ContractPageData, DecisionData, TrackData } from "./text/record.ts";
import type {
  AnswerStatusData,
  ContractStatusData,
  DiscoveryStatusData,
  EscalationStatusData,
  HandoverStatusData,
  QuestionStatusData,
  SettingsStatusData,
  SpaceStatusData,
  SuggestionData,
  TaskStatusData,
  VoteStatusData,
} from "./text/status.ts";

/** The size limits of a notice. */
interface Sized {
  readonly size?: NoticeSize | undefined;
}

export type Text =
  | { readonly name: "opened-answer"; readonly data: AnswerOpenedData }
  | { readonly name: "suggestion"; readonly data: SuggestionData }
  | { readonly name: "record-decision"; readonly data: DecisionData }
  /** One row of a table. `page` is the path from the table to the decision's page. */
  | { readonly name: "record-row"; readonly data: DecisionData & { readonly page: string } }
  | { readonly name: "record-track"; readonly data: TrackData }
  | { readonly name: "record-contract"; readonly data: ContractPageData }
  | { readonly name: "opened-escalation"; readonly data: EscalationOpenedData }
  | { readonly name: "status-task"; readonly data: TaskStatusData }
  | { readonly name: "status-question"; readonly data: QuestionStatusData }
  | { readonly name: "status-answer"; readonly data: AnswerStatusData }
  | { readonly name: "status-handover"; readonly data: HandoverStatusData }
  | { readonly name: "check-handover"; readonly data: CheckData }
  | { readonly name: "check-locks"; readonly data: LocksCheckData }
  | { readonly name: "check-settings"; readonly data: SettingsCheckData }
  | { readonly name: "check-note"; readonly data: { readonly sentence: string } }
  | {
      readonly name: "check-invariants";
      readonly data: {
        readonly lines: readonly { readonly name: string; readonly holds: boolean; readonly found: string }[];
        /** The handover that the claim belongs to; undefined for invariants from the settings. */
        readonly handover: string | undefined;
        /** The hash by which an account stands for it. */
        readonly result: string;
      };
    }
  | { readonly name: "status-discovery"; readonly data: DiscoveryStatusData }
  | { readonly name: "status-space"; readonly data: SpaceStatusData }
  | { readonly name: "status-vote"; readonly data: VoteStatusData }
  | { readonly name: "status-contract"; readonly data: ContractStatusData }
  | { readonly name: "opened-question"; readonly data: QuestionOpenedData }
  | { readonly name: "status-escalation"; readonly data: EscalationStatusData }
  | { readonly name: "opened-settings"; readonly data: SettingsOpenedData }
  | { readonly name: "status-settings"; readonly data: SettingsStatusData }
  | {
      readonly name: "needs-approval";
      readonly data: {
        readonly author: string | undefined;
        /** Why it has no speaker, as a sentence; undefined if its author merely has no write access. */
        readonly unproven: string | undefined;
        /** Kept in a hidden comment: an approval applies to the full hash that was shown. */
        readonly textHash: string;
        readonly command: string;
      } & Pick<StatusEnding, "muted">;
    }
  /** The logins in `people` are the only ones that any text mentions. */
  | {
      readonly name: "discovery-notice";
      readonly data: DiscoveryLine &
        Sized & {
          readonly people: readonly string[];
          /** A login. */
          readonly foundBy?: string | undefined;
          readonly finding: string;
        };
    }
  | {
      readonly name: "wake";
      readonly data: Sized & {
        readonly people: readonly string[];
        readonly settled: readonly Omit<BlockerLine, "state">[];
        /** Questions that their askers withdrew. */
        readonly withdrawn: readonly string[];
        /**
         * Blockers that a person decided not to wait for: the blocker's name, that person's login, and the
         * reason if given.
         */
        readonly waivers: readonly {
          readonly name: string;
          readonly by: string;
          readonly because: string;
          /** Where the full reason is. */
          readonly whole?: string | undefined;
        }[];
        /** The command that shows the task with all decisions made for it. */
        readonly start?: string;
        /** Whether a decision changed after an earlier notice announced a different one. */
        readonly isChange: boolean;
      };
    }
  | {
      readonly name: "opened-task";
      readonly data: DiscoveryLine & {
        readonly finding: string;
        /** Empty if the discovery names none. */
        readonly track: string;
      };
    }
  | {
      readonly name: "opened-page-task";
      readonly data: {
        /** The handover. */
        readonly name: string;
        readonly pages: readonly {
          readonly path: string;
          readonly files: readonly string[];
          readonly more: number;
        }[];
        /** The paths that mean themselves as globs. */
        readonly locked: readonly string[];
      };
    }
  | {
      readonly name: "escalation-reminder";
      readonly data: Sized & {
        readonly people: readonly string[];
        /** Empty if the question says the same. */
        readonly title: string;
        readonly question: string;
        /** Such as `/decide 1`, and the option it chooses. */
        readonly options: readonly OptionCommand[];
        readonly takesOptionsOnly: boolean;
        readonly regarding: string | undefined;
        readonly until: string;
        /** Who changed it since it was put before people. */
        readonly changes: ChangedTextData["changes"];
      };
    }
  /** The hint after free text in a reply to an escalation. */
  | {
      readonly name: "decision-hint";
      readonly data: {
        /** The number that the text mentions, if any. */
        readonly option: number | undefined;
        readonly hasOptions: boolean;
        readonly takesOptionsOnly: boolean;
        /** Set if the person decides on the pages, and not by comments. */
        readonly page?: PageLine | undefined;
      };
    }
  /** On an issue of ours that somebody edited; a login, undefined where GitHub does not say who, or not yet. */
  | { readonly name: "text-restored"; readonly data: { readonly by: string | undefined } }
  | {
      readonly name: "text-held";
      readonly data: {
        readonly by: string | undefined;
        /** How often it was put back within a day. */
        readonly times: number;
        /** When it is put back next. */
        readonly nextAt: string;
        /** What a command names the text with that we wrote. */
        readonly textName: string;
      };
    }
  /** For an agent that may be at work on a task that it does not hold. */
  | {
      readonly name: "lease-notice";
      readonly data: {
        readonly people: readonly string[];
        /** A phrase: held by ada since …. */
        readonly why: string;
      };
    }
  /** For somebody whose change of the assignees was undone. */
  | {
      readonly name: "assignment-restored";
      readonly data: {
        readonly people: readonly string[];
        /** Who holds the task; undefined on a decision. */
        readonly holder: string | undefined;
      };
    }
  | { readonly name: "command-help"; readonly data: Readonly<Record<string, never>> }
  | {
      readonly name: "command-refused";
      readonly data: {
        /** As written, without its argument. */
        readonly command: string;
        /** Why, and what to do. */
        readonly reason: string;
        /** The correct form, if the command was only malformed. */
        readonly usage: string | undefined;
        /** Where the person can do it instead. */
        readonly page?: PageLine | undefined;
      };
    }
  /** In reply to a word that may be about an earlier text. */
  | { readonly name: "command-unbound"; readonly data: ChangedTextData & { readonly command: string } }
  /** One line about a command that stands where none counts. */
  | {
      readonly name: "command-ignored";
      readonly data: {
        /** Its word: `/answer`. */
        readonly command: string;
        readonly because: "mail" | "wrapped" | "quote" | "cut" | "indented";
        /** For `cut`: where the quoted mail may begin; else empty. */
        readonly line: string;
        /** The command as its author would write it, if it is surely theirs. */
        readonly written: string | undefined;
        /** Its form. */
        readonly usage: string;
        /** Whether it would decide this escalation. */
        readonly isDecision: boolean;
        /** For an escalation. */
        readonly options: readonly OptionCommand[];
        readonly takesOptionsOnly: boolean;
      };
    }
  | {
      readonly name: "explain";
      readonly data: {
        readonly rows: readonly {
          readonly at: string;
          readonly rule: string;
          readonly because: string;
          readonly what: string;
        }[];
      } & Partial<ProposalDetails>;
    };
