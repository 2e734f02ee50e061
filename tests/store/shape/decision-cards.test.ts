import { expect, test } from "vitest";
import { readSettings } from "../../../src/protocol/settings/read-settings.ts";
import { escalationCard } from "../../../src/store/shape/decision-cards.ts";
import { form } from "../../support/form.ts";
import { bob, context, decided, issue, question, start, task } from "../../support/issues.ts";

const hourMs = 3_600_000;
const card = {
  id: "I_41",
  owner: "acme",
  repo: "demo",
  number: 41,
  title: "Escalation: the token",
  kind: "escalation",
  state: "open",
  status: undefined,
  priority: undefined,
  track: undefined,
  assignees: [],
  updatedAt: start,
} as const;

/** The card of an escalation with a default about a question with this title. */
function cardAbout(title: string, yaml = "escalations: { defaults: [advisory], deadline: 1h }\n") {
  const reading = readSettings(yaml);
  if (!reading.ok) throw new Error(reading.problem);
  const asked = question(40, "#12", { title });
  const escalation = issue(41, {
    title: card.title,
    labels: ["kind:escalation"],
    author: bob,
    body: form({
      Regarding: "#40",
      Urgency: "advisory",
      Context: "It was asked.",
      Question: "Which one?",
      Options: "1. The keychain.\n2. A file.",
      "Impact of delay": "none",
      Deadline: "1h",
      Default: "1",
    }),
  });
  const known = { ...context, now: start + 100_000, settings: reading.settings };
  const { records } = decided([task(12), asked, escalation], {}, known);
  const record = records.find(({ seen }) => seen.number === 41);
  return record && escalationCard(card, record);
}

test("a card names a default that would be taken, and from when", () => {
  expect(cardAbout("Q: Where is the token kept?")?.default).toEqual({
    option: 1,
    at: start + 41_000 + hourMs,
  });
});

test("a card names none that the words of the question bar, nor one that the settings do not take", () => {
  expect(cardAbout("Q: May the cleanup job delete all customer accounts?")).toMatchObject({
    question: "Which one?",
    default: undefined,
  });
  expect(
    cardAbout("Q: Where is the token kept?", "escalations: { defaults: [] }\n")?.default,
  ).toBeUndefined();
});
