/** The list of keys. Without a script it is only text that says so; `?` opens it, and its box switches the keys off. */
import { html } from "../html.ts";
import { places } from "../places.ts";

const keys: readonly (readonly [keys: string, action: string])[] = [
  ...places.map(({ name, key }) => [`g ${key}`, `go to ${name}`] as const),
  ["j, k", "next, previous card, issue or entry"],
  ["Enter", "open it"],
  ["o", "open it at GitHub"],
  ["1 to 9", "choose an option; Enter confirms it"],
  ["/", "filter"],
  ["+, -, 0", "in the graph: larger, smaller, as it was"],
  ["?", "this list"],
];

export const shortcuts = html`<details class="keys" id="keys"><summary>Keys</summary>
<table>
<caption>Keys, where the browser runs scripts</caption>
<tbody>${keys.map(([key, action]) => html`<tr><th scope="row"><kbd>${key}</kbd></th><td>${action}</td></tr>`)}</tbody>
</table>
<label class="switch" hidden><input type="checkbox" id="keys-on" autocomplete="off"> Use single keys in this browser</label>
</details>`;
