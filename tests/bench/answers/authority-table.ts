/**
 * Who may decide: each authority question asked of the authority gate, and of the whole coordinator over two stores.
 * A newcomer would count only the gate; what must never happen is that a must-escalate question is answered.
 */
import { authorityGate } from "../../../src/coordinator/authority/authority-gate.ts";
import { coordinate } from "../../../src/coordinator/coordinate.ts";
import { trained } from "../../../src/coordinator/trained.ts";
import { askedOf, documentsOf, indexStore } from "./cases.ts";
import { readAuthority } from "./data.ts";

const stores = ["adr", "fastify"];

export function authorityTable(folder: string, split: string): string {
  const rows = readAuthority(folder, split);
  const share = (must: boolean, hasLicence: boolean): string => {
    const asked = rows.filter((row) => row.mustEscalate === must && (row.origin !== "nlbse" || !hasLicence));
    const escalated = asked.filter((row) => !authorityGate(row, new Set(), trained.authority, false).passes);
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
    `authority              must-escalate recall ${share(true, false)}  over-escalation ${share(false, false)}`,
    `    without the evaluation-only rows: recall ${share(true, true)}  over-escalation ${share(false, true)}`,
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
  return rows.filter((row) => coordinate(askedOf(row), its, trained).action === "answer").length;
}
