/** Reads the settings of a repository from a row. */
import { z } from "zod";
import { optional, type Row, text } from "../../base/row.ts";
import type { SettingsAuthority, StoredSettings } from "../../dispatcher/ports/settings.ts";

const authorityShape = z.object({
  commit: z.string().optional(),
  stay: z.string().optional(),
  at: z.number(),
  branch: z.string().optional(),
  move: z.string().optional(),
  refused: z.string().optional(),
  logins: z.record(z.string(), z.string()).optional(),
  waiting: z
    .object({
      key: z.string(),
      text: z.string().optional(),
      by: z.string().optional(),
      since: z.number(),
      isDoubtful: z.literal(true).optional(),
      issue: z.object({ id: z.string(), number: z.number() }).optional(),
    })
    .optional(),
});

function readAuthority(written: string | undefined): SettingsAuthority | undefined {
  if (written === undefined) return undefined;
  const { commit, waiting, ...rest } = authorityShape.parse(JSON.parse(written));
  const { text, by, ...asked } = waiting ?? { key: "", since: 0 };
  return { ...rest, commit, ...(waiting === undefined ? {} : { waiting: { ...asked, text, by } }) };
}

export function settingsIn(row: Row): StoredSettings {
  const cell = (name: string): string | undefined => optional(text, row, name);
  const authority = readAuthority(cell("authority"));
  return {
    commit: cell("commit_id"),
    text: cell("text"),
    problem: cell("problem"),
    ...(authority === undefined ? {} : { authority }),
  };
}
