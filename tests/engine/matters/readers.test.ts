/**
 * Every reader of a decision says what it was about. The compiler holds that: the words of a decision are no string, so a file that
 * shows them calls `settledWords`, or reads them alone and is listed here with the reason.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import picomatch from "picomatch";
import { expect, test } from "vitest";
import { parsePersistedState } from "../../../src/engine/model/persisted-state.ts";
import { keepWords } from "../../../src/protocol/decided-words.ts";
import { mutatedFolders } from "../../mutants/folders.ts";

const source = fileURLToPath(new URL("../../../src", import.meta.url));

/** Those that read the words alone. */
const alone: Readonly<Record<string, string>> = {
  "coordinator/answers/precedent.ts": "Takes no decision of a question that was edited since.",
  "coordinator/records/decisions.ts": "A record has the title that was decided on.",
  "engine/asking/option-action.ts": "What an option does, by its number.",
  "engine/escalations/triggers/contradiction.ts": "Puts two answers before people, with the question.",
  "engine/matters/text-version.ts": "Puts what they were about in front of them.",
  "engine/messages/contract-versions.ts":
    "Of a contract they are its interface and version, and nothing else.",
  "engine/presentation/brief.ts":
    "A brief has the title that was decided on, and says whether it was edited.",
  "engine/questions/accept-answer.ts": "Keeps what was disputed by reopening: nothing is decided then.",
  "engine/questions/candidates.ts": "Answers by a decision, which it binds to the question's text itself.",
  "engine/questions/overruling.ts": "Keeps the beginning of what a person replaced, beside what replaced it.",
  "engine/votes/settle-vote.ts": "Takes over what was decided in an escalation of this very round.",
};

const files = readdirSync(source, { recursive: true, encoding: "utf8" })
  .map((path) => path.replaceAll("\\", "/"))
  .filter((path) => path.endsWith(".ts") && path !== "protocol/decided-words.ts");

/** The files that import one of these names from a file of `matters`. */
function filesWith(names: string, from: string): readonly string[] {
  const imports = new RegExp(`import [^;]*\\b(?:${names})\\b[^;]*"[./a-z-]*/${from}\\.ts"`);
  return files.filter((path) => imports.test(readFileSync(join(source, path), "utf8"))).toSorted();
}
const withoutText = filesWith("wordsAlone", "decided-words");
const readers = [
  ...new Set([...withoutText, ...filesWith("settledText|settledWords", "(?:matters/)?text-version")]),
];

test("the words of a decision are no string: who reads them without what they were about is listed with the reason", () => {
  expect(withoutText).toEqual(Object.keys(alone).toSorted());
});

test("the compiler takes them for no text, alone or in a template", () => {
  const words = keepWords("Yes.");
  // @ts-expect-error -- They are about one text.
  const asText: string = words;
  // @ts-expect-error -- A template would show them without it.
  expect([asText, `${words}`]).toEqual(["Yes.", "Yes."]);
});

test("what a marker keeps as the words of a decision is a string, or the marker is not read", () => {
  const kept = (decision: unknown) => ({
    accepted: {
      version: { title: "Q: Which store?", hash: "0" },
      at: 1,
      how: "command",
      word: "IC_1",
      by: { id: "U_maria", login: "maria" },
      decision,
      row: "any",
    },
  });
  expect(parsePersistedState(kept("Yes."))?.accepted?.decision).toBe("Yes.");
  for (const decision of [undefined, 7, null, ["Yes."]])
    expect(parsePersistedState(kept(decision)), JSON.stringify(decision)).toBeUndefined();
});

test("notices, notes, statuses, cards, briefs, records and precedents are among the readers", () => {
  expect(readers).toEqual(
    expect.arrayContaining([
      "coordinator/answers/precedent.ts",
      "coordinator/records/decisions.ts",
      "engine/escalations/escalation-status-text.ts",
      "engine/notes/sources/question-news.ts",
      "engine/presentation/brief.ts",
      "engine/presentation/status/question-status-text.ts",
      "engine/votes/vote-status-text.ts",
      "engine/wording/decision-data.ts",
      "store/shape/board-cards.ts",
    ]),
  );
});

test("mutants are made of each of them, but for those that read no decision", () => {
  const none = ["engine/asking/option-action.ts", "engine/messages/contract-versions.ts"];
  const isChanged = picomatch(Object.values(mutatedFolders).flatMap((folder) => folder.files));
  expect(readers.filter((path) => !isChanged(path)).toSorted()).toEqual(none);
});
