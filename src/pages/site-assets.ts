/** Stylesheet, scripts and icon, as they are sent. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

export interface SiteAsset {
  /** Below `/assets/`. */
  readonly name: string;
  readonly type: "text/css" | "text/javascript" | "image/svg+xml";
  readonly text: string;
}

const own: readonly Omit<SiteAsset, "text">[] = [
  { name: "style.css", type: "text/css" },
  { name: "live.js", type: "text/javascript" },
  { name: "keys.js", type: "text/javascript" },
  { name: "graph.js", type: "text/javascript" },
  { name: "icon.svg", type: "image/svg+xml" },
];

/** The package has them where the sources are, and the compiled modules find them there. */
const folder = new URL("../../src/pages/assets/", import.meta.url);

export function readAssets(): readonly SiteAsset[] {
  const morphing = createRequire(import.meta.url).resolve("idiomorph/dist/idiomorph.min.js");
  return [
    ...own.map((asset) => ({ ...asset, text: readFileSync(new URL(asset.name, folder), "utf8") })),
    { name: "idiomorph.js", type: "text/javascript", text: readFileSync(morphing, "utf8") },
  ];
}
