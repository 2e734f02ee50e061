/** How far a contract is agreed to. */
import { html, type Part } from "../html.ts";
import type { IssueCard } from "./issue-data.ts";

export function contractPanel({ contract }: IssueCard): Part {
  if (contract === undefined) return undefined;
  const { standing, agreedBy, missing, objections, successor } = contract;
  const rows = [
    agreedBy.length > 0 && html`<li>Agreed: ${agreedBy.join(", ")}</li>`,
    missing.length > 0 && html`<li>Not yet: ${missing.join(", ")}</li>`,
    objections.length > 0 && html`<li>Objections: ${objections.join(", ")}</li>`,
    successor !== undefined && html`<li>Replaced by ${successor}</li>`,
  ];
  return html`<section class="panel poll"><h2>${contract.interface} ${contract.version}: ${inWords[standing]}</h2><ul class="list">${rows}</ul></section>`;
}

const inWords: Readonly<Record<NonNullable<IssueCard["contract"]>["standing"], string>> = {
  open: "not agreed yet",
  objected: "objected to",
  agreed: "in force",
  edited: "edited since it was agreed to",
  replaced: "replaced",
  declined: "declined",
  closed: "closed without an agreement",
};
