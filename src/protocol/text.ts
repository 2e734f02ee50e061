/**
 * Everything the App can say, as values: the engine names a text and its data, the edges render it with the template
 * of the same name. A newcomer would put a sentence here; sentences stand in templates/.
 */
import type { BlockerLine, DiscoveryLine, ProposalTold, ReasonLines, StatusEnding } from "./text/lines.ts";
import type { AnswerOpenedData, EscalationOpenedData } from "./text/opened.ts";
import type { DecisionData, TrackData } from "./text/record.ts";
import type {
  AnswerStatusData,
  DiscoveryStatusData,
  EscalationStatusData,
  HandoverStatusData,
  QuestionStatusData,
  SuggestionData,
  TaskStatusData,
} from "./text/status.ts";

export type Text =
  | { readonly name: "opened-answer"; readonly data: AnswerOpenedData }
  | { readonly name: "suggestion"; readonly data: SuggestionData }
  | { readonly name: "record-decision"; readonly data: DecisionData }
  /** One line of a table. `page` is the path from there to the decision's page. */
  | { readonly name: "record-row"; readonly data: DecisionData & { readonly page: string } }
  | { readonly name: "record-track"; readonly data: TrackData }
  | { readonly name: "opened-escalation"; readonly data: EscalationOpenedData }
  | { readonly name: "status-task"; readonly data: TaskStatusData }
  | { readonly name: "status-question"; readonly data: QuestionStatusData }
  | { readonly name: "status-answer"; readonly data: AnswerStatusData }
  | { readonly name: "status-handover"; readonly data: HandoverStatusData }
  | {
      readonly name: "check-handover";
      readonly data: ReasonLines & { readonly handover: string; readonly title: string };
    }
  | { readonly name: "check-note"; readonly data: { readonly sentence: string } }
  | {
      readonly name: "check-invariants";
      readonly data: {
        readonly lines: readonly { readonly name: string; readonly holds: boolean; readonly found: string }[];
      };
    }
  | { readonly name: "status-discovery"; readonly data: DiscoveryStatusData }
  | { readonly name: "status-escalation"; readonly data: EscalationStatusData }
  | {
      readonly name: "needs-approval";
      readonly data: { readonly bodyHash: string; readonly command: string } & Pick<StatusEnding, "muted">;
    }
  /** `people` are the only logins that any text mentions. */
  | {
      readonly name: "discovery-told";
      readonly data: DiscoveryLine & { readonly people: readonly string[]; readonly finding: string };
    }
  | {
      readonly name: "wake";
      readonly data: {
        readonly people: readonly string[];
        readonly settled: readonly Omit<BlockerLine, "state">[];
        /** Questions that their askers took back. */
        readonly withdrawn: readonly string[];
        /** What somebody decided to go on without: its name, their login, and why, where that was said. */
        readonly waivers: readonly { readonly name: string; readonly by: string; readonly because: string }[];
        /** Whether a decision changed after somebody was woken with another. */
        readonly isChange: boolean;
      };
    }
  | {
      readonly name: "opened-task";
      readonly data: DiscoveryLine & {
        readonly finding: string;
        /** Empty where the discovery names none. */
        readonly track: string;
        readonly refs: readonly string[];
      };
    }
  | {
      readonly name: "escalation-reminder";
      readonly data: {
        readonly people: readonly string[];
        readonly question: string;
        readonly until: string;
      };
    }
  | { readonly name: "command-help"; readonly data: Readonly<Record<string, never>> }
  | {
      readonly name: "command-refused";
      readonly data: {
        readonly command: string;
        /** The login of who wrote it. */
        readonly by: string;
        readonly reason: string;
        /** The right form. */
        readonly usage: string;
        /** Who may use it. */
        readonly who: string;
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
      } & Partial<ProposalTold>;
    };
