/** Every reader of a decision says what it was about: those who read its words without asking are listed here, with the reason. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import picomatch from "picomatch";
import { expect, test } from "vitest";
import { mutatedFolders } from "../../mutants/folders.ts";

const source = fileURLToPath(new URL("../../../src", import.meta.url));

/** Reads what was decided, by the names of what is kept: an accepted answer, a decision, an outcome. */
const readsDecision =
  /\b(?:accepted|decided|outcome|settlementOf\([^)]*\))\??\.decision\b|\bdecision\b[^;{}]*\} = (?:accepted|decided|outcome|persisted\.(?:accepted|decided|outcome))\b|\{[^{}]*\bdecision\b[^{}]*\}: Accepted\b/;

const others: Readonly<Record<string, string>> = {
  "engine/questions/accept-answer.ts": "Keeps what was disputed by reopening: nothing is decided then.",
  "engine/questions/candidates.ts": "Answers by a decision, which it binds to the question's text itself.",
  "engine/questions/overruling.ts": "Keeps the beginning of what a person replaced, beside what replaced it.",
  "engine/escalations/triggers/contradiction.ts": "Puts two answers before people, with the question.",
  "engine/votes/settle-vote.ts": "Takes over what was decided in an escalation of this very round.",
  "engine/asking/option-action.ts": "What an option does, by its number.",
};

const files = readdirSync(source, { recursive: true, encoding: "utf8" })
  .map((path) => path.replaceAll("\\", "/"))
  .filter((path) => path.endsWith(".ts") && !path.startsWith("hub/"));
const readers = files.filter((path) => readsDecision.test(readFileSync(join(source, path), "utf8")));

test("each file that reads the words of a decision asks what it was about, or is listed with the reason why not", () => {
  const silent = readers.filter(
    (path) => !/\bsettled(?:Text|Words)\(/.test(readFileSync(join(source, path), "utf8")),
  );
  expect(silent.filter((path) => !(path in others))).toEqual([]);
  expect(Object.keys(others).filter((path) => !files.includes(path))).toEqual([]);
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
  const none = ["engine/asking/option-action.ts"];
  const isChanged = picomatch(Object.values(mutatedFolders).flatMap((folder) => folder.files));
  expect(readers.filter((path) => !isChanged(path)).toSorted()).toEqual(none);
});
