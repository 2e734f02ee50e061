/**
 * A hub with the seeded `acme/demo` and one `gh` per person. Without an installed `gh` the suites are skipped
 * and their titles say so; SIGNALBOX_GH_BINARIES adds further versions.
 */
import type { Hub } from "../../src/hub/hub.ts";
import { startCheckedHub } from "../support/checked-hub.ts";
import { findGh, findListedGh, type Gh, type GhBinary, ghAs } from "../support/gh.ts";

export interface Stage {
  readonly hub: Hub;
  readonly alice: Gh;
  readonly mallory: Gh;
  readonly maria: Gh;
  readonly close: () => Promise<void>;
}

const installed = [findGh() ?? [], findListedGh()].flat();

/** Every version found; if there is none, a placeholder, to be skipped by name. */
export const versions: readonly (GhBinary & { readonly isMissing: boolean })[] =
  installed.length === 0
    ? [{ path: "gh", version: "(skipped: not installed)", isMissing: true }]
    : installed.map((binary) => ({ ...binary, isMissing: false }));

export async function openStage(binary: GhBinary): Promise<Stage> {
  const hub = await startCheckedHub({ home: ":memory:", port: 0 });
  const as = (login: string): Gh => ghAs(binary, hub, hub.tokenOf(login), "github.localhost/acme/demo");
  const people = { alice: as("alice"), mallory: as("mallory"), maria: as("maria") };
  return {
    hub,
    ...people,
    close: async () => {
      for (const gh of Object.values(people)) gh.close();
      await hub.close();
    },
  };
}
