/** Tells people which of their commands were not read, and what to write. */
import type { Feature } from "../feature.ts";
import { tellIgnored } from "./tell-ignored.ts";

export const ignored: Feature = {
  name: "ignored",
  projectionRules: () => [tellIgnored],
};
