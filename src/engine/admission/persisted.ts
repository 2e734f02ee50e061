/** Whose text counts: the part that GitHub cannot tell again. */
import { z } from "zod";
import { allKinds } from "../../protocol/kinds.ts";

export const admissionSlice = {
  /** What a kind label once said of a readable body: deleting the label takes nothing from the bus. */
  kind: z.enum(allKinds.map(({ name }) => name)).optional(),
  /** Set by a transfer, which gives comments other ids: what was written until then has been heard, in milliseconds. */
  heardUntil: z.number().optional(),
  /** The body that a trusted person stands behind: its author, editor or approver. */
  admitted: z
    .object({
      hash: z.string(),
      by: z.string(),
      /** The login of somebody who approved it without having written it. */
      approver: z.string().optional(),
    })
    .optional(),
};
