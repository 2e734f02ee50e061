/** Persisted state of who approved the settings that an issue asks about. */
import { z } from "zod";
import { settlementByWord } from "../matters/persisted.ts";

export const settingsSlice = {
  /** On one of our issues that asks about the settings: who approved them. */
  approved: settlementByWord
    .extend({
      /** What was approved: SHA-256 of the commit and the file, as the signed key has it. */
      file: z.string(),
    })
    .optional(),
};
