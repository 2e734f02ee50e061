/**
 * The weights that ship. They are made by `npm run train:answers -- --data DIR` and say so, with the SHA-256 of the data that
 * made them. A newcomer would edit them by hand.
 */
import type { Models } from "./coordinate.ts";
import authority from "./trained/authority.json" with { type: "json" };
import evidence from "./trained/evidence.json" with { type: "json" };

export const trained: Models = {
  ranking: evidence.ranking,
  confidence: evidence.confidence,
  authority,
};
