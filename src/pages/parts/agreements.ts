/** Open votes and contracts: who has not spoken, who objects, and until when. */
import type { RepositoryName } from "../../protocol/references/ref.ts";
import { issueAddress, nameFrom } from "../addresses.ts";
import { type Html, html, type Part, spaced } from "../html.ts";
import type { AgreementView } from "./agents-data.ts";
import { moment } from "./times.ts";

/** Nothing where nothing is open: most repositories hold few votes. */
export function agreementSection(
  agreements: readonly AgreementView[],
  home: RepositoryName,
  now: number,
): Part {
  if (agreements.length === 0) return undefined;
  const items = agreements.map((each) => item(each, home, now));
  return html`<section class="panel" id="agreements"><h2>Votes and contracts that are open</h2><ul class="list holding">${items}</ul></section>`;
}

function item(
  { kind, title, missing, objections, endsAt, ...ref }: AgreementView,
  home: RepositoryName,
  now: number,
): Html {
  const name = nameFrom(home, `${ref.owner}/${ref.repo}#${ref.number}`);
  const facts: readonly Part[] = [
    missing.length > 0 && html`waits for ${names(missing)}`,
    objections.length > 0 && html`${names(objections)} ${objections.length === 1 ? "objects" : "object"}`,
    endsAt !== undefined && html`${endsAt > now ? "ends" : "ended"} ${moment(endsAt)}`,
  ].filter((fact) => fact !== false);
  const aside = facts.map((fact, place) => html`${place > 0 && "; "}${fact}`);
  return html`<li class="stop"><span class="kind">${kind}</span> <a class="title" href="${issueAddress(ref)}"><span class="ref">${name}</span> ${title}</a>${facts.length > 0 && html` <span class="aside">${aside}</span>`}</li>`;
}

function names(all: readonly string[]): Html {
  return spaced(all.map((name) => html`<span class="who">${name}</span>`));
}
