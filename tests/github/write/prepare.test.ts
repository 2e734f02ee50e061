/** What is prepared for sending, and what that costs before there is room for it. */
import { expect, test } from "vitest";
import type { Labels } from "../../../src/github/write/labels.ts";
import { prepare } from "../../../src/github/write/prepare.ts";
import { close, everyEffect, newStatus, queued, setLabels, wake } from "../effects.ts";
import { installationId, keys, ourselves } from "../world.ts";

const labels: Labels = {
  idsOf: async (_installation, _repository, names) => new Map(names.map((name) => [name, `LA_${name}`])),
  forget: () => {},
  ensure: async () => ({ made: 0, labels: {} }),
};

test("C19 a comment is signed when it is sent, not each time that it waits for room", async () => {
  const [key] = keys;
  let signed = 0;
  const counted = {
    id: key.id,
    get secret() {
      signed += 1;
      return key.secret;
    },
  };
  const effects = [newStatus, wake, setLabels, close].map((effect, i) => queued(i, effect));
  const { prepared } = await prepare(
    labels,
    { host: "github.com", keys: [counted] },
    installationId,
    effects,
  );
  expect(signed).toBe(0);
  for (const { mutations } of [...prepared, ...prepared]) expect(mutations.length).toBeGreaterThan(0);
  expect(signed).toBe(2);
});

test("every effect gives its number of mutations before they are built", async () => {
  const { prepared } = await prepare(labels, ourselves, installationId, everyEffect);
  expect(prepared.map(({ size }) => size)).toEqual(prepared.map(({ mutations }) => mutations.length));
});
