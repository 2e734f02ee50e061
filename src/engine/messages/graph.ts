/**
 * Finds dependency cycles by Tarjan's strongly connected components (SIAM J. Comput. 1972). Keep it free of
 * recursion: a chain of a thousand issues must not overflow the stack.
 */
import type { NodeId } from "../model/fact.ts";
import { fingerprint } from "./fingerprint.ts";

/** Blocked → its blockers. */
export type Waits = ReadonlyMap<NodeId, readonly NodeId[]>;

interface Frame {
  readonly node: NodeId;
  readonly next: Iterator<NodeId>;
}

/**
 * Every dependency cycle: sets of issues that wait for each other, each sorted. An issue that waits for
 * itself is a cycle of one.
 */
export function dependencyCycles(waits: Waits): readonly (readonly NodeId[])[] {
  const search = new Search(waits);
  for (const node of waits.keys()) search.from(node);
  return search.found;
}

/** Names a dependency cycle by its members. */
export function nameOfCycle(members: readonly NodeId[]): string {
  return fingerprint(members.toSorted().join(" "));
}

type RingByMember = ReadonlyMap<NodeId, readonly NodeId[]>;

/** Every rule asks about every task: search each graph once, or deciding would be quadratic. */
const searched = new WeakMap<Waits, RingByMember>();

/** The dependency cycle that includes `id`, if any. `waits` must not change after the first call. */
export function dependencyCycleOf(id: NodeId, waits: Waits): readonly NodeId[] | undefined {
  const known = searched.get(waits) ?? ringByMember(waits);
  searched.set(waits, known);
  return known.get(id);
}

function ringByMember(waits: Waits): RingByMember {
  return new Map(dependencyCycles(waits).flatMap((ring) => ring.map((member) => [member, ring] as const)));
}

class Search {
  readonly found: (readonly NodeId[])[] = [];
  readonly #waits: Waits;
  readonly #order = new Map<NodeId, number>();
  readonly #low = new Map<NodeId, number>();
  readonly #open: NodeId[] = [];
  readonly #isOpen = new Set<NodeId>();

  constructor(waits: Waits) {
    this.#waits = waits;
  }

  from(root: NodeId): void {
    if (this.#order.has(root)) return;
    const frames: Frame[] = [this.#enter(root)];
    for (let frame = frames.at(-1); frame !== undefined; frame = frames.at(-1)) {
      const { done, value } = frame.next.next();
      if (done === true) {
        frames.pop();
        this.#leave(frame.node, frames.at(-1)?.node);
      } else if (!this.#order.has(value)) {
        frames.push(this.#enter(value));
      } else if (this.#isOpen.has(value)) {
        this.#lower(frame.node, this.#order.get(value) ?? 0);
      }
    }
  }

  #enter(node: NodeId): Frame {
    const index = this.#order.size;
    this.#order.set(node, index);
    this.#low.set(node, index);
    this.#open.push(node);
    this.#isOpen.add(node);
    return { node, next: (this.#waits.get(node) ?? []).values() };
  }

  #lower(node: NodeId, to: number): void {
    this.#low.set(node, Math.min(this.#low.get(node) ?? to, to));
  }

  #leave(node: NodeId, parent: NodeId | undefined): void {
    const low = this.#low.get(node) ?? 0;
    if (parent !== undefined) this.#lower(parent, low);
    if (low !== this.#order.get(node)) return;
    const component = this.#open.splice(this.#open.lastIndexOf(node));
    for (const member of component) this.#isOpen.delete(member);
    const waitsForItself = (this.#waits.get(node) ?? []).includes(node);
    if (component.length > 1 || waitsForItself) this.found.push(component.sort());
  }
}
