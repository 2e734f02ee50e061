/** Lists contracts: which version of each interface is in force, and what is still to be agreed to. */
import { z } from "zod";
import { formatRef } from "../protocol/references/ref.ts";
import { limitInput } from "./flags/limit.ts";
import { parseRepository, repoInput, requireServed } from "./issue.ts";
import { operation } from "./operation.ts";
import { contractShape, issueName, readingShape } from "./output/shapes.ts";
import { oneLine } from "./output/terminal-text.ts";
import type { CardDetail } from "./ports.ts";

export const contractsOutput = z.object({
  ...readingShape,
  contracts: z.array(
    z.object({
      issue: issueName,
      title: z.string().describe("the author's words"),
      blocks: z.array(z.string()).describe("its tasks: acme/demo#12"),
      contract: contractShape.optional().describe("absent while its text cannot be read"),
    }),
  ),
});

export const contracts = operation({
  name: "contracts",
  summary: "List contracts: which versions are in force, and who has yet to agree",
  audience: "agents",
  effect: "reads",
  tool: "dispatched",
  input: z.object({
    repo: repoInput.optional(),
    open: z.boolean().default(false).describe("only those that are still to be agreed to"),
    all: z.boolean().default(false).describe("also those that were replaced, declined or closed"),
    limit: limitInput.default(30).describe("maximum number to read, the last updated first"),
  }),
  output: contractsOutput,
  positional: [],
  examples: ["contracts", "contracts --open", "contracts --all --json"],
  reads: "contracts",
  run: async (ports, { repo, open, all, limit }) => {
    const repository = repo === undefined ? ports.repository : parseRepository(repo);
    if (repository !== undefined) await requireServed(ports, repository);
    const listed = await ports.board.list({
      repository,
      words: [],
      kind: "contract",
      status: undefined,
      track: undefined,
      limit,
      assignee: undefined,
      state: open ? "open" : undefined,
    });
    const cards = await Promise.all(
      listed.map(({ owner, repo: name, number }) => ports.board.card(owner, name, number)),
    );
    return cards.flatMap((card) => (card !== undefined && (all || isCurrent(card)) ? [outputOf(card)] : []));
  },
  text: (all) => (all.length === 0 ? "No contracts." : all.map(entry).join("\n")),
});

function isCurrent({ contract, state }: CardDetail): boolean {
  if (contract === undefined) return state === "open";
  return ["open", "objected", "agreed", "edited"].includes(contract.standing);
}

function outputOf(card: CardDetail) {
  const { title, contract, blocking } = card;
  return { issue: formatRef(card), title, contract, blocks: blocking.map(({ ref }) => ref) };
}

const inWords: Readonly<Record<NonNullable<CardDetail["contract"]>["standing"], string>> = {
  open: "not agreed yet",
  objected: "objected to",
  agreed: "in force",
  edited: "edited since it was agreed to",
  replaced: "replaced",
  declined: "declined",
  closed: "closed without an agreement",
};

function entry({ issue, title, contract }: ReturnType<typeof outputOf>): string {
  if (contract === undefined) return `${issue}  ${oneLine(title, 200)} (cannot be read yet)`;
  const { standing, missing, objections, successor } = contract;
  const more = [
    ...(missing.length === 0 ? [] : [`waiting for ${missing.join(", ")}`]),
    ...(objections.length === 0 ? [] : [`objections: ${objections.join(", ")}`]),
    ...(successor === undefined ? [] : [`by ${successor}`]),
  ];
  const name = oneLine(`${contract.interface} ${contract.version}`, 100);
  return `${issue}  ${name}  ${[inWords[standing], ...more].map((part) => oneLine(part, 200)).join("; ")}`;
}
