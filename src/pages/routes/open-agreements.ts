/** The open votes and contracts of a repository, for the page about agents. */
import { contracts, contractsOutput } from "../../operations/contracts.ts";
import type { OperationPorts } from "../../operations/operation.ts";
import { votes, votesOutput } from "../../operations/votes.ts";
import { parseRefs } from "../../protocol/references/ref.ts";
import type { AgreementView } from "../parts/agents-data.ts";

/** How many of each are listed. */
const limit = 30;

export async function openAgreements(ports: OperationPorts, repo: string): Promise<readonly AgreementView[]> {
  const voting = votesOutput.parse(await listed(votes, { repo, limit }));
  const agreeing = contractsOutput.parse(await listed(contracts, { repo, limit, open: true }));
  return [
    ...voting.votes.flatMap(({ issue, title, poll }) =>
      viewOf("vote", issue, { title, missing: poll?.missing, endsAt: poll?.endsAt }),
    ),
    ...agreeing.contracts.flatMap(({ issue, title, contract }) =>
      viewOf("contract", issue, { title, missing: contract?.missing, objections: contract?.objections }),
    ),
  ];

  async function listed(operation: typeof votes | typeof contracts, input: object): Promise<unknown> {
    return (await operation.run(ports, input)).output;
  }
}

interface Found {
  readonly title: string;
  readonly missing?: readonly string[] | undefined;
  readonly objections?: readonly string[] | undefined;
  readonly endsAt?: number | undefined;
}

function viewOf(
  kind: AgreementView["kind"],
  issue: string,
  { title, missing = [], objections = [], endsAt }: Found,
): readonly AgreementView[] {
  return parseRefs(issue).flatMap(({ owner, repo, number }) =>
    owner === undefined || repo === undefined
      ? []
      : { kind, owner, repo, number, title, missing, objections, endsAt },
  );
}
