import { expect, test } from "vitest";
import { signedConclusion, signedShows, signedWork } from "../../../src/engine/handovers/check-shown.ts";

const work = "a".repeat(64);
const shown = {
  conclusion: "success",
  title: "Holds",
  summary: "",
  annotations: [],
  offersAccept: false,
} as const;

test("a check run is signed with its conclusion and its work, and another work is another check", () => {
  const signed = signedShows(shown, work);
  expect(signedShows({ ...shown, title: "Other" }, work)).not.toBe(signed);
  expect(signedShows(shown, "b".repeat(64))).not.toBe(signed);
  expect(signedConclusion(signed)).toBe("success");
  expect(signedWork(signed)).toBe(work);
});

test("a fingerprint without conclusion and work has none", () => {
  expect([signedConclusion("k3v9"), signedWork("k3v9"), signedWork("success.k3v9")]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
