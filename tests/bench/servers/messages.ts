/** The messages between the bench and a server that it puts under load. */
import { z } from "zod";

export const serverOptions = z.object({
  secret: z.string(),
  appId: z.number(),
  /** PEM. */
  privateKey: z.string(),
  /** GitHub's base URL. */
  hubUrl: z.string(),
  /** This server's own directory. */
  home: z.string(),
});
export type ServerOptions = z.infer<typeof serverOptions>;

export const serverStarted = z.object({ url: z.url() });
export type ServerStarted = z.infer<typeof serverStarted>;
