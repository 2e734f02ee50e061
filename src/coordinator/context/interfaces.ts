/** The interfaces of each repository, read again only when one of its contracts or questions changed. */
import { LRUCache } from "lru-cache";
import type { RepositoryId, RepositorySeen } from "../../engine/model/fact.ts";
import type { Questions } from "../ports.ts";
import { type Interfaces, interfacesOf } from "../records/contracts.ts";

export type InterfacesOf = (repository: RepositorySeen) => Promise<Interfaces>;

/** How many contracts of a repository count, newest first. A page about an older one is not read. */
const maxContracts = 500;
const maxRepositories = 16;

export function createInterfaces(store: Pick<Questions, "edition" | "ofKind">): InterfacesOf {
  const cached = new LRUCache<RepositoryId, { readonly edition: number; readonly interfaces: Interfaces }>({
    max: maxRepositories,
  });
  return async (repository) => {
    const { id } = repository;
    const edition = await store.edition(id);
    const before = cached.get(id);
    if (before?.edition === edition) return before.interfaces;
    const interfaces = interfacesOf(await store.ofKind(id, "contract", maxContracts), repository);
    cached.set(id, { edition, interfaces });
    return interfaces;
  };
}

/** What results depend on: which versions are in force. */
export function gistOf({ inForce, named }: Interfaces): readonly unknown[] {
  return [inForce.map(({ issue, version, backers }) => [issue, version, backers]), [...named]];
}
