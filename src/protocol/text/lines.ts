/**
 * Parts that several texts share: a blocker, a repaired body, a finding. Every string here is untrusted plain
 * text, never Markdown: the renderer neutralises it.
 */
import type { Problem } from "../kinds/kind.ts";

/** A decision as reported on another issue. */
export interface AnnouncedDecision {
  readonly decision: string;
  /** The login of the person who decided, and their reason. */
  readonly decidedBy?: string | undefined;
  /** Another one who edited the text of the answer. */
  readonly editedBy?: string | undefined;
  readonly because?: string | undefined;
  /** Where its full text is: `#24`, or `acme/demo#40#issuecomment-7` for a comment. */
  readonly whole?: string | undefined;
  /** The decision it replaced, and the escalation in which a person decided so. */
  readonly replaced?:
    | { readonly decision: string; readonly whole: string; readonly decidedIn: string }
    | undefined;
}

/** An open escalation, as the status of the issue it concerns shows it. */
export interface AskedLine {
  readonly name: string;
  /** Logins of the people asked; empty while no one is assigned. */
  readonly people: readonly string[];
  /** The option that takes effect if no one decides, and when. */
  readonly byDefault?: { readonly option: string; readonly from: string } | undefined;
  /** The option that it names for that, and why it does not take effect, as a sentence. */
  readonly notTaken?: { readonly option: string; readonly because: string };
  /** The deadline or, if there is none, the time of the first reminder. */
  readonly due?: string | undefined;
  readonly remindedAt?: string | undefined;
}

/** Limits of a notice: characters of each text and title, lines of a list, and characters of mentions. */
export interface NoticeSize {
  readonly words: number;
  readonly titles: number;
  readonly lines: number;
  readonly people: number;
}

/** A blocker as people see it. */
export interface BlockerLine extends Partial<Omit<AnnouncedDecision, "decision">> {
  /** `#40`, or `acme/api#40` in another repository. */
  readonly name: string;
  readonly title: string;
  /** Its state in words: "open", "closed as not planned", … */
  readonly state: string;
  /** Why it still blocks although it ended, as a sentence. */
  readonly why?: string | undefined;
  /** The escalation that asks what to do about it. */
  readonly asked?: AskedLine | undefined;
  /** The decision that resolved it. */
  readonly decision: string | undefined;
}

/** An option, and the command that chooses it: `/decide 1`. */
export interface OptionCommand {
  readonly command: string;
  readonly text: string;
}

/** Where a person decides whose login agents use. */
export interface PageLine {
  /** Absent where no server lets people sign in. */
  readonly address?: string;
}

/** An issue as people see it: `#9` and its title. */
export interface TitledLine {
  readonly name: string;
  readonly title: string;
}

/** The problems of a body, and the repaired body. Part of every status comment. */
export interface BodyFixes {
  readonly problems: readonly Problem[];
  /** The whole body with what is missing added, to paste; undefined if pasting would not help. */
  readonly repairedBody: string | undefined;
}

/** A bot whose commands made us reply too often, so that it is ignored for a while. */
export interface MutedLine {
  readonly login: string;
  /** A time in UTC. */
  readonly until: string;
}

/** The end of every status comment. */
export interface StatusEnding {
  readonly fixes: BodyFixes;
  /** GitHub's error messages for effects that it refused permanently. */
  readonly refused: readonly string[];
  readonly muted: readonly MutedLine[];
  /** Set once a comment was refused as it may be an agent's: where the person decides. */
  readonly page?: PageLine | undefined;
}

/** One option of a vote, and who voted for it. */
export interface TallyLine {
  readonly number: number;
  readonly text: string;
  /** Names of agents and logins. */
  readonly voters: readonly string[];
}

/** A word against a contract. */
export interface ObjectionLine {
  readonly by: string;
  readonly isBreaking: boolean;
  /** Absent if its comment is no longer known. */
  readonly because: string | undefined;
}

/** A discovery as a task shows it. */
export interface DiscoveryLine {
  readonly name: string;
  readonly title: string;
  readonly action: string;
}

/** A handover as its task shows it. */
export interface HandoverLine {
  readonly name: string;
  readonly outcome: string;
  /** Instructions for the next assignee, if work is left. */
  readonly nextSteps: string | undefined;
}

/** The findings of a handover's checks, as sentences in Markdown. */
export interface ReasonLines {
  /** Everything that prevents its acceptance: what is wrong first, then what is unverified. */
  readonly problems: readonly string[];
  readonly advice: readonly string[];
  readonly passed: readonly string[];
}

/** Lines from the context store, for display. */
export interface QuotedLines {
  readonly citation: string;
  readonly text: string;
  readonly isSuperseded: boolean;
}

/** A gate's verdict, shown folded. */
export interface GateLine {
  readonly gate: string;
  readonly passes: boolean;
  readonly reasons: readonly string[];
  readonly figures?:
    | readonly { readonly of: string; readonly is: number; readonly limit: number }[]
    | undefined;
}

/** A passage that was found, shown folded. */
export interface PassageLine {
  readonly citation: string;
  readonly title: string;
  readonly score: number;
  readonly isSuperseded: boolean;
}

/** The coordinator's result for a question, shown folded. */
export interface ProposalDetails {
  readonly gates: readonly GateLine[];
  readonly passages: readonly PassageLine[];
  /** Undefined if there are no counts. */
  readonly trackRecord:
    | {
        /** Whether answers wait for a person's approval. */
        readonly isSuggestion: boolean;
        readonly accepted: number;
        /** Accepted plus refused. */
        readonly settled: number;
        readonly lowerBound: number;
      }
    | undefined;
}

/** An option's number and its text, in words or as the names of issues. */
export interface NumberedOption {
  readonly number: number;
  readonly text: string;
}

/** An option to remove a dependency; both ends by name. */
export interface NumberedEdge {
  readonly number: number;
  readonly blocked: string;
  readonly blocker: string;
}

/** A parent, which waits for its sub-issue. */
export interface ParentLine {
  readonly parent: string;
  readonly part: string;
}

/** One setting that would change. */
export interface SettingLine {
  readonly path: string;
  /** As JSON, shortened if it is long; empty if not set. */
  readonly before: string;
  readonly after: string;
  /** For a list: how many entries are added and removed, in words; empty otherwise. */
  readonly entries: string;
  /** The consequences of the change, if they are not obvious. */
  readonly because: string;
}

/** The question that somebody else's escalation or vote is about. */
export type RegardedLine =
  /** A decision here settles it, too. */
  | {
      readonly type: "shown";
      /** The question's name. */
      readonly name: string;
      readonly title: string;
      /** Its context and options. */
      readonly written: string;
    }
  /** `too long`: it cannot be shown here whole, so nothing here settles it; `apart`: what was decided here did not. */
  | { readonly type: "too long" | "apart"; readonly name: string };
