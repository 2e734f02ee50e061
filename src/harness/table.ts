/** The harnesses that signalbox knows. To add one: a file and a line here. */
import { claude } from "./claude.ts";
import { codex } from "./codex.ts";
import type { Harness, HarnessName } from "./harness.ts";
import { opencode } from "./opencode.ts";
import { plain } from "./plain.ts";

export const harnesses: Readonly<Record<HarnessName, Harness>> = { claude, codex, opencode, plain };
