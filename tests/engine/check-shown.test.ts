import { expect, test } from "vitest";
import { signedConclusion, signedShows } from "../../src/engine/handovers/check-shown.ts";

test("what a check run shows is signed with its conclusion, and an earlier release's fingerprint names none", () => {
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
