/** Fields of the forms by which readers choose what a page shows. */
import { type Html, html } from "../html.ts";

/** What is chosen stays in the list, even if nothing has it any more. @param all what stands for no choice */
export function choice(
  name: string,
  label: string,
  chosen: string | undefined,
  known: readonly string[],
  all: string | undefined = "all",
): Html {
  const values = chosen === undefined || known.includes(chosen) ? known : [chosen, ...known];
  const options = values.map(
    (value) => html`<option value="${value}"${value === chosen && html` selected`}>${value}</option>`,
  );
  return html`<label><span>${label}</span><select name="${name}">${all !== undefined && html`<option value="">${all}</option>`}${options}</select></label>`;
}

const maxLength = 200;

/** A parameter of the address; undefined if it is empty. */
export function valueIn(query: URLSearchParams, name: string): string | undefined {
  return query.get(name)?.trim().slice(0, maxLength) || undefined;
}
