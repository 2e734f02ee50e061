/** What is changed in small ways, and which tests are to notice. */
export interface MutatedFolder {
  /** Files below `src`. */
  readonly files: readonly string[];
  /** Files below `tests`. Others of the room run too long for each mutant to wait for them. */
  readonly tests: readonly string[];
}

const decisions = "engine/escalations/decisions";

/**
 * All others that show a decision, or build on one: `tests/engine/matters/readers.test.ts` holds the list to be whole. Each
 * part has the tests of its rooms: all of the engine would take minutes for one mutant.
 */
const readers: Readonly<Record<string, MutatedFolder>> = {
  "readers/records": {
    files: ["coordinator/answers/precedent.ts", "coordinator/records/decisions.ts"],
    tests: ["coordinator/{answers,records}/**/*.test.ts"],
  },
  "readers/cards": {
    files: ["store/shape/board-cards.ts"],
    tests: ["store/shape/*.test.ts", "operations/board/*.test.ts"],
  },
  "readers/votes": {
    files: ["engine/votes/{carried,settle-vote,vote-status-text}.ts"],
    tests: ["engine/{votes,polls}/**/*.test.ts"],
  },
  "readers/briefs": {
    files: ["engine/presentation/brief.ts", "engine/wording/decision-data.ts"],
    tests: ["engine/{presentation,wording,contracts}/**/*.test.ts"],
  },
  "readers/statuses": {
    files: [
      "engine/escalations/escalation-status-text.ts",
      "engine/escalations/triggers/contradiction.ts",
      "engine/notes/sources/question-news.ts",
      "engine/presentation/status/question-status-text.ts",
    ],
    tests: ["engine/{escalations,notes,presentation}/**/*.test.ts", "engine/questions/reasons.test.ts"],
  },
};

export const mutatedFolders: Readonly<Record<string, MutatedFolder>> = {
  "engine/matters": { files: ["engine/matters/**/*.ts"], tests: ["engine/{matters,questions}/**/*.test.ts"] },
  "engine/admission": {
    files: ["engine/admission/**/*.ts"],
    tests: [
      "engine/{admission,questions,commands,contracts,messages,polls}/**/*.test.ts",
      "engine/matters/{bind-word,words-and-text}.test.ts",
    ],
  },
  "protocol/commands": {
    files: ["protocol/commands/**/*.ts"],
    tests: ["protocol/commands/*.test.ts", "protocol/message.test.ts"],
  },
  "protocol/markdown": {
    files: ["protocol/markdown/**/*.ts"],
    // Not the oracle, which takes seconds: what it and others say of fixed texts is at hand in `fixtures/markdown`.
    tests: [
      "protocol/markdown/*.test.ts",
      "protocol/commands/{claim,command,forms,lock,mail,plain-comments,text-name}.test.ts",
      "protocol/message.test.ts",
    ],
  },
  "engine/questions": {
    files: ["engine/questions/**/*.ts"],
    tests: [
      "engine/{questions,suggestions,asking,matters}/**/*.test.ts",
      "engine/escalations/{contradiction,two-answers}.test.ts",
      "engine/presentation/question-status.test.ts",
    ],
  },
  [decisions]: {
    files: [`${decisions}/**/*.ts`],
    tests: ["engine/{escalations,matters,admission,commands,blocking}/**/*.test.ts"],
  },
  ...readers,
};

/** They take seconds, and come last: most mutants are noticed before. */
export const slowTests = [
  "protocol/commands/forms.test.ts",
  "protocol/markdown/blocks.test.ts",
  "protocol/markdown/pages.test.ts",
  "protocol/commands/plain-comments.test.ts",
  "protocol/commands/mails.test.ts",
  "engine/matters/what-was-shown.test.ts",
  "protocol/render/inert.test.ts",
  "protocol/markdown-oracle.test.ts",
];

/** They measure time or the stack's depth, or take many seconds for what no mutated folder does. */
export const leftOut = [
  "protocol/{hostile,envelope/envelope,commands/mail-time}.test.ts",
  "engine/{leases/claim,fold/known-news,blocking/dependency-graph,blocking/many-references}.test.ts",
];
