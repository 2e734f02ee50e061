/** What signalbox relies on without a description of GitHub's that says so. The list is the list of assumptions. */
import { checkCases } from "./cases/checks.ts";
import { edgeCases } from "./cases/edges.ts";
import { failureCases } from "./cases/failures.ts";
import { identityCases } from "./cases/identity.ts";
import { issueCases } from "./cases/issues.ts";
import { textCases } from "./cases/texts.ts";
import type { RehearsalCase } from "./rehearsal-case.ts";

export const allCases: readonly RehearsalCase[] = [
  ...identityCases,
  ...edgeCases,
  ...textCases,
  ...issueCases,
  ...checkCases,
  ...failureCases,
];
