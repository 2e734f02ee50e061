/** The last step before a text becomes HTML, after it was sanitized: links, headings, checkboxes and references. */
import type { Element, ElementContent, RootContent, Text } from "hast";
import { partsOf, type Reference } from "./reference.ts";

export interface Finishing {
  readonly hrefOf: (reference: Reference) => string | undefined;
  readonly idPrefix: string;
  /** How many levels below those of the text its headings are shown. */
  readonly headingShift: number;
}

const verbatim = new Set(["a", "code", "pre", "kbd", "samp", "tt"]);
const absolute = /^(?:https?:\/\/|mailto:)/i;

export function finish(nodes: readonly RootContent[], how: Finishing, isVerbatim = false): RootContent[] {
  return nodes.flatMap((node): readonly RootContent[] => {
    if (node.type === "text") return isVerbatim ? [node] : withReferences(node, how);
    if (node.type !== "element") return [node];
    const children = finish(node.children, how, isVerbatim || verbatim.has(node.tagName));
    return finishElement({ ...node, children: children as ElementContent[] }, how);
  });
}

function finishElement(element: Element, how: Finishing): readonly ElementContent[] {
  const { tagName } = element;
  if (tagName === "a") return finishLink(element, how.idPrefix);
  if (tagName === "input") return [labelled(element)];
  const level = /^h([1-6])$/.exec(tagName)?.[1];
  if (level === undefined) return [element];
  return [{ ...element, tagName: `h${Math.min(6, Number(level) + how.headingShift)}` }];
}

/** A relative address would lead to another page of ours than the author saw, so only its text remains. */
function finishLink(element: Element, idPrefix: string): readonly ElementContent[] {
  const href = String(element.properties.href ?? "");
  if (href.startsWith("#"))
    return [{ ...element, properties: { ...element.properties, href: `#${idPrefix}${href.slice(1)}` } }];
  if (!absolute.test(href)) return element.children;
  return [{ ...element, properties: { ...element.properties, href, rel: ["nofollow", "noopener"] } }];
}

const labelled = (checkbox: Element): Element => ({
  ...checkbox,
  properties: {
    ...checkbox.properties,
    ariaLabel: checkbox.properties.checked === true ? "Done" : "Not done",
  },
});

const withReferences = ({ value }: Text, { hrefOf }: Finishing): readonly ElementContent[] =>
  partsOf(value).map(({ text, reference }): ElementContent => {
    const href = reference === undefined ? undefined : hrefOf(reference);
    const shown = { type: "text", value: text } as const;
    return href === undefined
      ? shown
      : { type: "element", tagName: "a", properties: { href }, children: [shown] };
  });
