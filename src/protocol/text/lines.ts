/**
 * Parts that several texts show: a blocker, a mended body, a finding. A newcomer would pass Markdown; all strings are
 * somebody's words, and the renderer makes them harmless.
 */
import type { Problem } from "../kind.ts";

/** A decision as another issue's text tells it. */
export interface ToldDecision {
  readonly decision: string;
  /** The login of who gave it, and why. */
  readonly decidedBy?: string | undefined;
  readonly because?: string | undefined;
  /** Where all of it stands: `#24`, or `acme/demo#40#issuecomment-7` for a comment. */
  readonly whole?: string | undefined;
  /** What it took the place of, and the name of the escalation in which a person decided that. */
  readonly replaced?:
    | { readonly decision: string; readonly whole: string; readonly decidedIn: string }
    | undefined;
}

/** An escalation that is open, as the status of what it is about tells it. */
export interface AskedLine {
  readonly name: string;
  /** Logins of who is asked; empty while nobody is assigned. */
  readonly people: readonly string[];
  /** The option that holds where nobody decides, and from when on. */
  readonly byDefault?: { readonly option: string; readonly from: string } | undefined;
  /** When it has to be decided, or, where no time is set, when people are reminded first. */
  readonly due?: string | undefined;
  readonly remindedAt?: string | undefined;
}

/** How many characters a notice shows of each text and title, how many lines of a list, and how many characters of mentions. */
export interface NoticeSize {
  readonly words: number;
  readonly titles: number;
  readonly lines: number;
  readonly people: number;
}

/** A blocker as people see it. */
export interface BlockerLine extends Partial<Omit<ToldDecision, "decision">> {
  /** `#40`, or `acme/api#40` from elsewhere. */
  readonly name: string;
  readonly title: string;
  /** What is the matter with it, in words: "open", "closed as not planned", … */
  readonly state: string;
  /** Who was asked to decide about it. */
  readonly asked?: AskedLine | undefined;
  /** The decision that settled it. */
  readonly decision: string | undefined;
}

/** An issue as people see it: `#9` and its title. */
export interface TitledLine {
  readonly name: string;
  readonly title: string;
}

/** What needs mending in a body, and the body with it mended. Part of every status comment. */
export interface Mending {
  readonly problems: readonly Problem[];
  /** The whole body with what is missing added, to paste; undefined where pasting would not help. */
  readonly mended: string | undefined;
}

/** A bot that answered us too often and is not listened to for a while. */
export interface MutedLine {
  readonly login: string;
  /** A time in UTC. */
  readonly until: string;
}

/** What every status shows at its end. */
export interface StatusEnding {
  readonly mending: Mending;
  /** Messages of GitHub for what it refused for good. */
  readonly refused: readonly string[];
  readonly muted: readonly MutedLine[];
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
  /** What whoever comes next should do, where it leaves something. */
  readonly nextSteps: string | undefined;
}

/** What the checks of a handover found, sentences in Markdown. */
export interface ReasonLines {
  /** All that keeps it from being accepted: what is wrong first, then what is not shown. */
  readonly problems: readonly string[];
  readonly advice: readonly string[];
  readonly passed: readonly string[];
}

/** Words of the context store, as a text shows them. */
export interface QuotedLines {
  readonly citation: string;
  readonly text: string;
  readonly isSuperseded: boolean;
}

/** A gate's verdict, folded away. */
export interface GateLine {
  readonly gate: string;
  readonly passes: boolean;
  readonly reasons: readonly string[];
}

/** A passage found, folded away. */
export interface PassageLine {
  readonly citation: string;
  readonly title: string;
  readonly score: number;
  readonly isSuperseded: boolean;
}

/** What the coordinator made of a question, folded away. */
export interface ProposalTold {
  readonly gates: readonly GateLine[];
  readonly passages: readonly PassageLine[];
  /** Undefined where nobody counted. */
  readonly trackRecord:
    | {
        /** Whether answers wait for a person. */
        readonly isSuggestion: boolean;
        readonly accepted: number;
        /** Accepted and refused together. */
        readonly settled: number;
        readonly lowerBound: number;
      }
    | undefined;
}

/** `1` and what it stands for, in words or as the names of issues. */
export interface NumberedOption {
  readonly number: number;
  readonly text: string;
}

/** An option to cut an edge, both ends by their names. */
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
  /** As JSON, cut where it is long; empty where it is not set. */
  readonly before: string;
  readonly after: string;
  /** Of a list: how many entries come and go, in words; empty otherwise. */
  readonly entries: string;
  /** What that means for somebody, where it is not plain. */
  readonly because: string;
}
