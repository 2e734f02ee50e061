/** What a browser loads besides the page. */
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { readAssets } from "../../src/pages/site-assets.ts";

test("all scripts and styles together are at most 20 kB as they are sent", () => {
  const sent = readAssets().map(({ text }) => gzipSync(text).byteLength);
  expect(sent.length).toBeGreaterThan(3);
  expect(sent.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(20_000);
});
