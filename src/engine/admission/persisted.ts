/** Persisted state of admission: the part that GitHub's data cannot tell again. */
import { z } from "zod";
import { allKinds } from "../../protocol/kinds/kinds.ts";

export const admissionSlice = {
  /**
   * The kind that a label once confirmed for a readable body. Deleting the label from the repository does not
   * withdraw the message.
   */
  kind: z.enum(allKinds.map(({ name }) => name)).optional(),
  /**
   * Set by a transfer, which gives comments new ids: comments created up to this time, in milliseconds, have
   * been processed.
   */
  heardUntil: z.number().optional(),
  /** The text, title and body, for which a trusted author, editor or approver is responsible. */
  admitted: z
    .object({
      hash: z.string(),
      /** The title of that text. */
      title: z.string().optional(),
      by: z.string(),
      /** Login of the person who approved it without having written it. */
      approver: z.string().optional(),
      /** SHA-256 of the body that they approved: a title that somebody with write access gave it later needs no new approval. */
      body: z.string().optional(),
      /** The agent that approved it, if a person uses its account too. */
      agent: z.string().optional(),
      /** Whether it was a person who approved it, and no agent of their login. */
      isPerson: z.boolean().optional(),
    })
    .optional(),
  /** Comments with signed words, by their ID and the end of the key: a copy of one does not count. */
  signed: z.array(z.object({ id: z.string(), key: z.string(), comment: z.string() })).default([]),
};
