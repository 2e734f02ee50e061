/**
 * A track or an interface as the name of a page, without its ending; empty if nothing is left. GitHub allows more in
 * a label or a line than a path should contain.
 */
export function pageName(called: string): string {
  return called
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 80);
}
