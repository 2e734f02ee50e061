/** Orders for tests: a roster, and what its agents send. */
import type { OrderWish } from "../../src/dispatcher/orders/place.ts";
import { demo } from "./issues.ts";

/** A ULID. */
export function orderId(place: number): string {
  return `01JDB3Z5M7Q8R9S0${String(place).padStart(10, "0")}`;
}

export function claimOf(
  issue: number | undefined,
  agent: string,
  place: number,
  changes: Partial<OrderWish> = {},
): OrderWish {
  return {
    id: orderId(place),
    owner: demo.owner,
    repo: demo.name,
    agent,
    issue,
    track: undefined,
    text: `/claim as ${agent}`,
    ...changes,
  };
}

/** A settings file that names these agents with their accounts. */
export function rosterText(agents: Readonly<Record<string, string>>, more = ""): string {
  const entries = Object.entries(agents).map(([name, account]) => `  ${name}: { account: ${account} }\n`);
  return `agents:\n${entries.join("")}${more}`;
}
