/** An issue in a list of related ones: its state as a shape, its name, its title. */
import type { Neighbour } from "../../operations/ports.ts";
import type { RepositoryName } from "../../protocol/references/ref.ts";
import { addressOfRef, nameFrom } from "../addresses.ts";
import { type Html, html } from "../html.ts";
import { type Mark, shapeOf } from "./marks.ts";

/** @param kind what it is, where that is not clear from the list */
export function relation({ ref, title, state }: Neighbour, home: RepositoryName, kind?: string): Html {
  const address = addressOfRef(ref);
  const name = nameFrom(home, ref);
  const linked = address === undefined ? name : html`<a href="${address}">${name}</a>`;
  const what = kind === undefined ? "" : `${kind}, `;
  return html`<li>${shapeOf(markFor(state))} ${linked} ${title} <span class="aside">(${what}${state})</span></li>`;
}

/** Only what is open is still to be done; the words next to the shape say the rest. */
function markFor(state: string): Mark {
  if (state === "open" || state === "reopened") return "open";
  return state === "completed" || state === "resolved" ? "done" : "blocked";
}
