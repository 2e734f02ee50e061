/**
 * `context/contracts/<interface>.md`: one version of an interface, the one in force. The whole page is ours, so that
 * no line of an earlier version is left on it. A page without our mark is somebody's own and stays as it is.
 */
import { fingerprint } from "../../engine/messages/fingerprint.ts";
import { formatVersion, parseVersion } from "../../protocol/section-values/version.ts";
import { frontMatterOf } from "../passage/front-matter.ts";
import type { ContractRecord, Interfaces } from "./contracts.ts";
import { pageName } from "./page-name.ts";

const mark = /^<!-- signalbox contract #(\d{1,9}) (\d{1,5}\.\d{1,5}\.\d{1,5}):/m;

/** @param text our rendered text */
export function contractPage({ issue, version, contract }: ContractRecord, text: string): string {
  const name = pageName(contract.interface);
  return [
    "---",
    `title: ${name} ${version}`,
    `interface: ${name}`,
    `version: ${version}`,
    `contract: "#${issue}"`,
    "---",
    "",
    `<!-- signalbox contract #${issue} ${version}: kept up to date, changes are lost -->`,
    "",
    text.trimEnd(),
    "",
  ].join("\n");
}

/** @returns undefined if the page is right, or somebody's own */
export function withContract(present: string | undefined, page: string): string | undefined {
  return present === page || (present !== undefined && !mark.test(present)) ? undefined : page;
}

/** Each contract with the name of its page. Where two names of interfaces give the same one, the later have a suffix. */
export function pagesOf(contracts: readonly ContractRecord[]): ReadonlyMap<string, ContractRecord> {
  const pages = new Map<string, ContractRecord>();
  const byName = contracts.toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1));
  for (const record of byName) {
    const name = pageName(record.contract.interface);
    if (name === "") continue;
    // From the interface's own name, so that each of its versions has the same page.
    pages.set(pages.has(name) ? `${name}-${fingerprint(nameOf(record)).slice(0, 8)}` : name, record);
  }
  return pages;
}

function nameOf({ contract }: ContractRecord): string {
  return contract.interface.toLowerCase();
}

/** The contract that a page of ours was written from, if its version is in force. */
export function contractOn(text: string, { inForce }: Interfaces): ContractRecord | undefined {
  const [, issue, version] = mark.exec(text) ?? [];
  return inForce.find((record) => record.issue === Number(issue) && record.version === version);
}

/**
 * Whether a page is about a version that is not in force. Our mark says which version wherever the page lies, and a
 * person's front matter does. In the folder, the page's name does where the front matter names no interface.
 * @param folder of the pages of contracts
 */
export function isOutOfForce(
  { path, text }: { readonly path: string; readonly text: string },
  interfaces: Interfaces,
  folder: string,
): boolean {
  if (mark.test(text)) return contractOn(text, interfaces) === undefined;
  const isInFolder = path.startsWith(`${folder}/`);
  const { values } = frontMatterOf(text.split(/\r\n|\n|\r/));
  const said = values.get("version");
  const file = path.slice(path.lastIndexOf("/") + 1).replace(/\.[^.]{1,9}$/, "");
  const name = pageName(values.get("interface") ?? (isInFolder ? file : ""));
  const isKnown = interfaces.named.has(name);
  if (said === undefined) return isInFolder && isKnown;
  if (name === "" || !(isKnown || isInFolder)) return false;
  const version = parseVersion(said);
  return !interfaces.inForce.some(
    (record) =>
      pageName(record.contract.interface) === name &&
      version !== undefined &&
      formatVersion(version) === record.version,
  );
}
