/** The containers that are open at a line: quotes, list items and footnotes, the outermost first. */
import type { Cursor } from "./cursor.ts";
import type { Holder, PlacedLine } from "./placed.ts";
import { footnoteOf, isRule, type Marker, markerOf } from "./starts.ts";

type Container =
  | { readonly type: "quote" }
  | { readonly type: "footnote" }
  | { readonly type: "item"; readonly indent: number; isEmpty: boolean };

/** A container that begins in a line. */
export type ContainerStart =
  | { readonly type: "quote" }
  | { readonly type: "footnote"; readonly width: number }
  | { readonly type: "item"; readonly marker: Marker };

/** As deep as GitHub goes. What is deeper is mistaken for a quote. */
const maxDepth = 100;

/** @param rest of a line, without its indent */
export function containerStart(rest: string, interruptsParagraph: boolean): ContainerStart | undefined {
  if (rest.startsWith(">")) return { type: "quote" };
  const width = footnoteOf(rest);
  if (width !== undefined) return { type: "footnote", width };
  const marker = isRule(rest) ? undefined : markerOf(rest);
  return marker === undefined || (interruptsParagraph && !marker.mayInterrupt)
    ? undefined
    : { type: "item", marker };
}

export class Containers {
  readonly #open: Container[] = [];
  readonly #holders: Holder[] = [];

  depth(): number {
    return this.#open.length;
  }

  isFull(): boolean {
    return this.#open.length >= maxDepth;
  }

  /** Closes all but the outermost `depth`. */
  closeTo(depth: number): void {
    this.#open.length = depth;
    this.#holders.length = depth;
  }

  /** How many of the containers continue in this line; their marks are taken. */
  match(cursor: Cursor): number {
    const index = this.#open.findIndex((container) => !continues(container, cursor));
    return index < 0 ? this.#open.length : index;
  }

  /** @param indent before its mark */
  begin(cursor: Cursor, indent: number, start: ContainerStart): void {
    this.#holders.push({ around: this.holder() });
    if (start.type === "item") {
      this.#open.push(itemAt(cursor, indent, start.marker));
      return;
    }
    if (start.type === "quote") {
      cursor.take(1);
      cursor.skip(1);
    } else cursor.take(start.width);
    this.#open.push({ type: start.type });
  }

  /** The innermost. */
  holder(): Holder | undefined {
    return this.#holders.at(-1);
  }

  inside(): PlacedLine["inside"] {
    if (this.isFull()) return "quote";
    // The page shows a footnote elsewhere, if at all, and in a quote, too.
    for (const type of ["footnote", "quote"] as const)
      if (this.#open.some((container) => container.type === type)) return type;
    return this.#open.length > 0 ? "list" : undefined;
  }
}

/** Takes a list item's mark and the white space after it. */
function itemAt(cursor: Cursor, indent: number, { width, isEmpty }: Marker): Container {
  cursor.take(width);
  const space = cursor.indent();
  const own = isEmpty || space > 4 ? 1 : space;
  cursor.skip(own);
  return { type: "item", indent: indent + width + own, isEmpty };
}

/** Takes the container's marks where it continues. */
function continues(container: Container, cursor: Cursor): boolean {
  const indent = cursor.indent();
  const isBlank = cursor.isBlank();
  if (container.type === "quote") {
    if (indent > 3 || cursor.rest()[0] !== ">") return false;
    cursor.take(1);
    cursor.skip(1);
  } else if (container.type === "footnote") {
    if (!isBlank && indent < 4) return false;
    cursor.skip(4);
  } else if (isBlank) {
    // A blank line that is indented enough continues even an empty item at GitHub.
    if (container.isEmpty && indent < container.indent) return false;
    cursor.skip(container.indent);
  } else {
    if (indent < container.indent) return false;
    cursor.skip(container.indent);
    container.isEmpty = false;
  }
  return true;
}
