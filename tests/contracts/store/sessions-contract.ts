/** What every store of sessions promises. Run against each adapter. */
import { describe, expect, test } from "vitest";
import type { Session } from "../../../src/dispatcher/ports/agents/sessions.ts";
import { demo, start } from "../../support/issues.ts";
import { type Adapter, other } from "./samples.ts";

const session: Session = {
  agent: "ada",
  id: "01JDB3Z5M7Q8R9S0T1V2W3X4Y5",
  repositoryId: demo.id,
  firstHeardAt: start - 60_000,
  heardAt: start,
  endedAt: undefined,
  doing: "tests",
  issue: 12,
  leases: [{ issue: 12, token: 1_763_728_800_123 }],
};

export function sessionsContract(adapter: Adapter): void {
  describe(`sessions in ${adapter.name}`, () => {
    test("a session is kept as it was saved, also where nothing is known of it but that it lives", async () => {
      const { sessions } = await adapter.open();
      const bare: Session = {
        agent: "bea",
        id: "",
        repositoryId: undefined,
        firstHeardAt: start + 1,
        heardAt: start + 1,
        endedAt: start + 1,
        doing: undefined,
        issue: undefined,
        leases: [],
      };
      await sessions.save([session, bare]);
      expect(await sessions.heardSince(start)).toEqual([session, bare]);
      expect(await sessions.heardSince(start + 1)).toEqual([bare]);
    });

    test("a session is saved again in its place, and one elsewhere is another", async () => {
      const { sessions } = await adapter.open();
      const later = { ...session, heardAt: start + 1, doing: "review" };
      const elsewhere = { ...session, repositoryId: other.id, heardAt: start + 2 };
      await sessions.save([session]);
      await sessions.save([later, elsewhere]);
      expect(await sessions.heardSince(0)).toEqual([later, elsewhere]);
    });

    test("sessions outlive the process", async () => {
      const { sessions } = await adapter.open();
      await sessions.save([session]);
      expect(await (await adapter.restart()).sessions.heardSince(0)).toEqual([session]);
    });
  });
}
