/**
 * Measures who may decide: each authority question put to the authority gate, and to the whole coordinator
 * over two stores. What must never happen is that a must-escalate question is answered, so the gate's count
 * alone is not enough.
 */
import { authorityOver } from "../../../src/coordinator/authority/authority-gate.ts";
import { coordinate } from "../../../src/coordinator/coordinate.ts";
import { askedOf, documentsOf, indexStore } from "./cases.ts";
import { readAuthority } from "./data.ts";

const stores = ["adr", "fastify"];

export function authorityTable(folder: string, split: string): string {
  const rows = readAuthority(folder, split);
  const share = (must: boolean, hasLicence: boolean, onlyReserved = false): string => {
    const asked = rows.filter((row) => row.mustEscalate === must && (row.origin !== "nlbse" || !hasLicence));
    const escalated = asked.filter((row) => {
      const { reserved, doubt } = authorityOver(row, new Set());
      return !reserved.passes || (!doubt.passes && !onlyReserved);
    });
    return `${(escalated.length / asked.length).toFixed(3)} (${escalated.length}/${asked.length})`;
  };
  const answered = stores.map(
    (store) =>
      `${store} ${answeredFrom(
        folder,
        store,
        rows.filter((row) => row.mustEscalate),
      )}`,
  );
  return [
    `authority              must-escalate never answered ${share(true, false)}  others neither ${share(false, false)}`,
    `    without the evaluation-only rows: ${share(true, true)}, ${share(false, true)}`,
    `    escalated immediately: of must-escalate ${share(true, false, true)}, of others ${share(false, false, true)}`,
    `    must-escalate questions answered: ${answered.join(", ")}`,
    "",
  ].join("\n");
}

function answeredFrom(
  folder: string,
  store: string,
  rows: readonly { readonly title: string; readonly body: string }[],
): number {
  const its = {
    index: indexStore(folder, store),
    document: documentsOf(folder, store),
    packages: new Set<string>(),
  };
  return rows.filter((row) => coordinate(askedOf(row), its).outcome === "answer").length;
}
