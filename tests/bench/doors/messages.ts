/** The messages between the bench and a server that it puts under load. */
import { z } from "zod";

export const opening = z.object({
  secret: z.string(),
  appId: z.number(),
  /** PEM. */
  privateKey: z.string(),
  /** GitHub's base URL. */
  hubUrl: z.string(),
  /** A directory for this server alone. */
  home: z.string(),
});
export type Opening = z.infer<typeof opening>;

export const opened = z.object({ url: z.url() });
export type Opened = z.infer<typeof opened>;
