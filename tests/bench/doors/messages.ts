/** What the bench tells a server that it will put under load, and what comes back. */
import { z } from "zod";

export const opening = z.object({
  secret: z.string(),
  appId: z.number(),
  /** PEM. */
  privateKey: z.string(),
  /** Where GitHub is. */
  hubUrl: z.string(),
  /** A folder for this server alone. */
  home: z.string(),
});
export type Opening = z.infer<typeof opening>;

export const opened = z.object({ url: z.url() });
export type Opened = z.infer<typeof opened>;
