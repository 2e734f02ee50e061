/** Resolves an issue argument (`12`, `#12`, `acme/demo#12` or an issue's URL) to a reference and its card. */
import { z } from "zod";
import { UserError } from "../base/errors.ts";
import { allKinds } from "../protocol/kinds/kinds.ts";
import {
  type FullRef,
  formatRef,
  parseRefs,
  type Ref,
  type RepositoryName,
  resolveRef,
} from "../protocol/references/ref.ts";
import type { OperationPorts } from "./operation.ts";
import { oneLine } from "./output/terminal-text.ts";
import type { CardDetail, Served } from "./ports.ts";

const repositoryForm = /^([\w.-]{1,100})\/([\w.-]{1,100})$/;

/** The reference, if `text` consists of exactly one; otherwise undefined. */
function onlyRef(text: string): Ref | undefined {
  const written = /^\d{1,9}$/.test(text) ? `#${text}` : text;
  const refs = /^\S{1,500}$/.test(written) ? parseRefs(written) : [];
  return refs.length === 1 ? refs[0] : undefined;
}

export const issueInput = z
  .string()
  .transform((text, context) => {
    const ref = onlyRef(text);
    if (ref !== undefined) return ref;
    context.addIssue(
      `${JSON.stringify(oneLine(text, 60))} is not an issue; write 12, acme/demo#12 or its URL.`,
    );
    return z.NEVER;
  })
  .describe("the issue: 12, '#12', acme/demo#12 or its URL");

export const repoInput = z
  .string()
  .regex(repositoryForm, "must be owner/name, for example acme/demo")
  .describe("the repository, as owner/name");

export function parseRepository(text: string): RepositoryName | undefined {
  const [, owner, repo] = repositoryForm.exec(text) ?? [];
  return owner === undefined || repo === undefined ? undefined : { owner, repo };
}

export async function homeOf(
  board: Pick<OperationPorts["board"], "repositories">,
  { owner, repo }: RepositoryName,
): Promise<Served | undefined> {
  const name = `${owner}/${repo}`.toLowerCase();
  return (await board.repositories()).find((each) => `${each.owner}/${each.repo}`.toLowerCase() === name);
}

/** @throws UserError if the repository is not named and cannot be inferred */
export async function inRepository(ports: OperationPorts, ref: Ref): Promise<FullRef> {
  const { owner, repo, number } = ref;
  if (owner !== undefined && repo !== undefined) return { owner, repo, number };
  return resolveRef(ref, await defaultRepository(ports, formatRef(ref)));
}

/**
 * @param what what it is about, if several could be meant
 * @throws UserError if it cannot be inferred
 */
export async function defaultRepository(
  ports: Pick<OperationPorts, "board" | "repository"> & Partial<Pick<OperationPorts, "caller">>,
  what: string,
): Promise<RepositoryName> {
  if (ports.repository !== undefined) return ports.repository;
  const known = await ports.board.repositories();
  const [only] = known;
  if (only === undefined) throw noRepository(ports.caller);
  if (known.length === 1) return only;
  const names = namesOf(known);
  throw new UserError(
    `${what} could be in ${names.join(", ")}. Say which, as ${names[0]}${what.startsWith("#") ? what : ""}, or set GH_REPO.`,
    { code: "repository-needed" },
  );
}

/** @throws UserError if the App does not serve the repository */
export async function requireServed(
  { board, caller }: OperationPorts,
  { owner, repo }: RepositoryName,
): Promise<void> {
  const known = await board.repositories();
  if (known.length === 0) throw noRepository(caller);
  const name = `${owner}/${repo}`;
  if (known.some((home) => `${home.owner}/${home.repo}`.toLowerCase() === name.toLowerCase())) return;
  throw new UserError(
    `signalbox does not serve ${name}. It serves ${namesOf(known).join(", ")}: choose one with --repo or GH_REPO, or install the App on ${name}.`,
    { code: "unknown-repository" },
  );
}

/** @throws UserError if the repository is not served, or not named and cannot be inferred */
export async function servedRepository(ports: OperationPorts, named: string | undefined): Promise<Served> {
  const known = await ports.board.repositories();
  const wanted = named === undefined ? ports.repository : parseRepository(named);
  if (wanted !== undefined) {
    await requireServed(ports, wanted);
    const found = known.find((home) => fullName(home) === fullName(wanted));
    if (found !== undefined) return found;
  }
  const [only] = known;
  if (only === undefined) throw noRepository(ports.caller);
  if (known.length === 1) return only;
  throw new UserError(`Served are ${namesOf(known).join(", ")}. Say which: --repo, or GH_REPO.`, {
    code: "repository-needed",
  });
}

const fullName = ({ owner, repo }: RepositoryName): string => `${owner}/${repo}`.toLowerCase();

function noRepository(caller: OperationPorts["caller"]): UserError {
  if (caller !== undefined)
    return new UserError(`GitHub lists no repository to @${caller.login} in which signalbox is installed.`, {
      code: "unknown-repository",
    });
  return new UserError(
    "The index has no repositories yet. Start signalbox and wait until /health returns 200.",
    { code: "no-index" },
  );
}

const namesOf = (known: readonly RepositoryName[]): readonly string[] =>
  known.slice(0, 10).map(({ owner, repo }) => `${owner}/${repo}`);

/** @throws UserError if the index has no such issue */
export async function cardOf(ports: OperationPorts, ref: Ref): Promise<CardDetail> {
  const full = await inRepository(ports, ref);
  const card = await ports.board.card(full.owner, full.repo, full.number);
  if (card === undefined) throw unknownIssue(full);
  return card;
}

export function unknownIssue(ref: FullRef): UserError {
  return new UserError(
    `The index has no issue ${formatRef(ref)}. It contains only issues with a kind (${allKinds.map(({ name }) => name).join(", ")}) in the repositories that the App serves.`,
    { code: "unknown-issue" },
  );
}
