import { describe, expect, test } from "vitest";
import { coordinate } from "../../../src/coordinator/coordinate.ts";
import { ask, documentOf, storeOf } from "../context-store.ts";

const architecture =
  "# Architecture\n\n## Radio\n\nInterrupt handlers never send messages themselves; they set a notification bit.\n\nThe duty cycle budget is counted per hour.\n\nEach task checks in within its own period.\n\nWhat is left to do:\n\n- [ ] encryption of the beacon frames\n";
const pages = [
  documentOf("context/architecture.md", architecture),
  documentOf("docs/bringup.md", "# Bring-up\n\nA new log message is a line at the end of `log_ids.csv`.\n"),
  documentOf(
    "docs/adr/0002-mqtt.md",
    "# ADR 2 - MQTT\n\nState: replaced by ADR 7\n\nThe gateway publishes to a topic with QoS 1.\n",
  ),
  documentOf(
    "docs/adr/0007-coap.md",
    "# ADR 7 - CoAP\n\nState: valid. Takes the place of ADR 2.\n\nWe use confirmable POSTs over DTLS.\n",
  ),
];
const decide = (title: string, body = "") => coordinate(ask(title, { body }), storeOf(pages));

describe("what the evidence is enough for", () => {
  test("N20 a statement of a curated page is an answer, with its own words and lines", () => {
    const draft = decide("Do interrupt handlers send messages themselves?");
    expect(draft.outcome).toBe("answer");
    expect(draft.quotes[0]).toMatchObject({ path: "context/architecture.md", firstLine: 5, lastLine: 5 });
  });

  test("N21 a statement that covers less of the question is a suggestion", () => {
    const draft = decide(
      "Where do handlers put the bytes of a frame, with a notification to the supervisor task?",
    );
    expect(draft.outcome).toBe("suggest");
    expect(draft.quotes.length).toBeGreaterThan(0);
  });

  test("N21 a page of documentation is a suggestion, however much of the question it covers", () => {
    const draft = decide("Where does the line of a new log message go, `log_ids.csv`?");
    expect(draft).toMatchObject({ outcome: "suggest", quotes: [{ path: "docs/bringup.md" }] });
  });

  test("N21 a value that no statement names is left to those who may answer", () => {
    const draft = decide("How long is the period in which each task checks in?");
    expect(draft).toMatchObject({ outcome: "nothing", quotes: [] });
    expect(draft.gates.find(({ gate }) => gate === "evidence")?.reasons.join()).toContain("gives none");
  });

  test("N21 a point that the page itself leaves open is not an answer", () => {
    expect(decide("Is there encryption of the beacon frames?")).toMatchObject({
      outcome: "nothing",
      quotes: [],
    });
  });

  test("N20 a superseded statement is answered from its successor and never quoted", () => {
    const draft = decide("Does the gateway publish to a topic with QoS 1?");
    expect(draft.quotes[0]?.path).toBe("docs/adr/0007-coap.md");
    expect(draft.quotes.some(({ path }) => path === "docs/adr/0002-mqtt.md")).toBe(false);
  });

  test("N20 doubt about authority turns an answer into a suggestion", () => {
    const draft = decide("Interrupt handlers that send messages themselves", "A trade-off, as I see it.");
    expect(draft.outcome).toBe("suggest");
    expect(draft.gates.find(({ gate }) => gate === "authority")?.passes).toBe(false);
  });

  test("J03 without a match there is no evidence", () => {
    expect(decide("Zyzzyva quokka?")).toMatchObject({ outcome: "nothing", quotes: [], context: [] });
  });
});

test("N21 the reasons of a gate are sentences without figures, which are kept beside them", () => {
  const questions = [
    "Do interrupt handlers send messages themselves?",
    "Where do handlers put the bytes of a frame, with a notification to the supervisor task?",
    "Where does the line of a new log message go, `log_ids.csv`?",
    "Does the gateway publish to a topic with QoS 1?",
    "How long is the period in which each task checks in?",
    "Which colour has the notification of the auditors on paper?",
  ];
  const gates = questions.flatMap((question) => decide(question).gates);
  const words = gates.flatMap(({ reasons }) => reasons).map((reason) => reason.replace(/`[^`]*`/g, ""));
  expect(words.filter((reason) => /\d|limit/.test(reason))).toEqual([]);
  const evidence = decide(questions[1] ?? "").gates.find(({ gate }) => gate === "evidence");
  expect(evidence).toMatchObject({
    reasons: ["`context/architecture.md` covers only a part of it."],
    figures: [{ of: "share of the question", limit: 0.5 }],
  });
});
