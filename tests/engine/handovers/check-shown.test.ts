import { expect, test } from "vitest";
import { signedConclusion, signedShows } from "../../../src/engine/handovers/check-shown.ts";

test("a check run is signed with its conclusion, and a fingerprint from an earlier release has none", () => {
  const shown = {
    conclusion: "success",
    title: "Holds",
    summary: "",
    annotations: [],
    offersAccept: false,
  } as const;
  expect(signedShows(shown)).toMatch(/^success\.[\w-]+$/);
  expect(signedShows({ ...shown, title: "Other" })).not.toBe(signedShows(shown));
  expect(signedConclusion(signedShows(shown))).toBe("success");
  expect(signedConclusion("k3v9")).toBeUndefined();
});
