/** What signalbox relies on without a description of GitHub's that says so. The list is the list of assumptions. */
import { checkCases } from "./cases/checks.ts";
import { documentCases } from "./cases/documents.ts";
import { edgeCases } from "./cases/edges.ts";
import { failureCases } from "./cases/failures.ts";
import { formCases } from "./cases/form.ts";
import { identityCases } from "./cases/identity.ts";
import { issueCases } from "./cases/issues.ts";
import { limitCases } from "./cases/limits.ts";
import { mergeCases } from "./cases/merges.ts";
import { moveCases } from "./cases/moves.ts";
import { readCases } from "./cases/reads.ts";
import { registrationCases } from "./cases/registration.ts";
import { textCases } from "./cases/texts.ts";
import { workflowCases } from "./cases/workflow.ts";
import type { RehearsalCase } from "./rehearsal-case.ts";

export const allCases: readonly RehearsalCase[] = [
  ...registrationCases,
  ...identityCases,
  ...edgeCases,
  ...textCases,
  ...issueCases,
  ...readCases,
  ...checkCases,
  ...mergeCases,
  ...moveCases,
  ...failureCases,
  ...documentCases,
  ...workflowCases,
  ...formCases,
  ...limitCases,
];
