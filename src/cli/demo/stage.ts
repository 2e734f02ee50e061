/** Where a story is played. */
import type { HubSession } from "../hub/hub-session.ts";
import type { DemoContext } from "./demo-context.ts";

export interface Stage extends Pick<DemoContext, "board" | "refresh" | "home"> {
  readonly hub: HubSession;
  /** Where a browser shows it; works once. */
  readonly boardAddress: string;
}
