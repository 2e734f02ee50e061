/**
 * Parses the text of a settings file into settings, or into what is wrong with it. An unknown key is always
 * an error.
 */
import { utf8Length } from "../characters.ts";
import { parsePlainMap } from "../envelope/plain-yaml.ts";
import { namingLogin } from "./agents/account-id.ts";
import {
  maxSettingsBytes,
  type Settings,
  settingsJsonSchema,
  settingsPath,
  settingsSchema,
} from "./config.ts";
import { describeFault } from "./schema-fault.ts";

export type SettingsReading =
  | { readonly ok: true; readonly settings: Settings }
  /** Complete sentences in Markdown. */
  | { readonly ok: false; readonly problem: string };

const vocabulary = { noun: "a setting", jsonSchema: settingsJsonSchema, rephrase: namingLogin };
const maxLevels = 6;
const maxNamed = 10;

/** Never throws. An empty file yields the defaults. */
export function readSettings(text: string): SettingsReading {
  if (text.length > maxSettingsBytes || utf8Length(text) > maxSettingsBytes)
    return refused(`it is larger than ${maxSettingsBytes} bytes`);
  const isEmpty = text.split("\n").every((line) => /^\s*(?:#.*|---\s*)?$/.test(line));
  const plain = isEmpty ? {} : parsePlainMap(text, maxLevels);
  if (typeof plain === "string") return refused(plain);
  const result = settingsSchema.safeParse(plain);
  if (result.success) return { ok: true, settings: result.data };
  const named = result.error.issues
    .slice(0, maxNamed)
    .flatMap((issue) => describeFault(issue, plain, vocabulary));
  return refused(named.join("; "));
}

function refused(why: string): SettingsReading {
  return { ok: false, problem: `\`${settingsPath}\` cannot be used: ${why}.` };
}
