/** Turns images into links to them: a page loads nothing from elsewhere, and a reader is not counted by anyone. */
import type { Element, ElementContent, RootContent } from "hast";

export function linkImages(nodes: readonly RootContent[], isInLink = false): RootContent[] {
  return nodes.map((node) => {
    if (node.type !== "element") return node;
    if (node.tagName === "img") return linkTo(node, isInLink);
    const children = linkImages(node.children, isInLink || node.tagName === "a");
    return { ...node, children: children as ElementContent[] };
  });
}

function linkTo({ properties: { src, alt } }: Element, isInLink: boolean): ElementContent {
  const name = alt === undefined || alt === "" ? "image" : String(alt);
  const text = { type: "text", value: name } as const;
  if (isInLink || src === undefined) return text;
  return { type: "element", tagName: "a", properties: { href: src }, children: [text] };
}
