/** Labels: their limits, who owns them, and which ones mirror a message. */
import { expect, test } from "vitest";
import {
  defaultLabels,
  labelsOf,
  labelsToMake,
  mirroredPrefixes,
  ownedLabels,
} from "../../src/protocol/label.ts";
import { readMessage } from "../../src/protocol/message.ts";
import { questionBody } from "./bodies.ts";

test("every label is within GitHub's limits and has a unique name", () => {
  for (const { name, color, description } of defaultLabels) {
    expect(name.length).toBeLessThanOrEqual(50);
    expect(color).toMatch(/^[0-9a-f]{6}$/);
    expect(description.length).toBeLessThanOrEqual(100);
  }
  expect(new Set(defaultLabels.map(({ name }) => name)).size).toBe(defaultLabels.length);
});

test("S0.24 the App owns the status labels and no label that mirrors what people wrote", () => {
  expect(ownedLabels).toContain("status:blocked");
  expect(ownedLabels).toContain("needs-fix");
  expect(ownedLabels.filter((name) => /^(kind|urgency|category):/.test(name))).toEqual([]);
  expect(mirroredPrefixes).not.toContain("kind:");
});

test("S0.84 a message is mirrored to its kind, urgency, category and track", () => {
  const question = readMessage({ title: "t", body: questionBody, labels: [] });
  expect(labelsOf(question)).toEqual(["kind:question", "urgency:blocking", "category:implementation"]);
  const body = `### Goal\n\nx\n\n### Track\n\nweb,\u200b ${"long ".repeat(20)}`;
  const [kind, track] = labelsOf(readMessage({ title: "t", body, labels: [] }));
  expect(kind).toBe("kind:task");
  expect(track).toMatch(/^track:web long long/);
  expect(track?.length).toBeLessThanOrEqual(50);
});

test("an issue without a kind gets none of our labels, an unreadable message only that of its kind", () => {
  expect(labelsOf(readMessage({ title: "t", body: "x", labels: [] }))).toEqual([]);
  expect(labelsOf(readMessage({ title: "t", body: "x", labels: ["kind:task"] }))).toEqual(["kind:task"]);
});

test("renamed labels are used everywhere", () => {
  const renamed = { "kind:question": "ask", "urgency:blocking": "now", "status:ready": "go" };
  const question = readMessage({ title: "t", body: questionBody, labels: [] }, renamed);
  expect(labelsOf(question, renamed)).toEqual(["ask", "now", "category:implementation"]);
  expect(labelsToMake(renamed).map(({ name }) => name)).toContain("go");
  expect(labelsToMake(renamed).map(({ name }) => name)).not.toContain("status:ready");
});
