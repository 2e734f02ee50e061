/** In a worker that is kept, the last mutant must not be at work while the tests of the next one are collected. */
import { inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    readonly globalNamespace: string;
    readonly mutantActivation: "static" | "runtime" | undefined;
  }
}

interface MutantState {
  activeMutant?: string | undefined;
  /** How often the mutant may be come by before it counts as endless. */
  hitLimit?: number | undefined;
}

/** Stryker allows a hundred times what all tests need. A loop over thousands of texts takes minutes for it. */
const allowedShare = 0.1;

const mutants: MutantState = Reflect.get(globalThis, inject("globalNamespace"));
if (inject("mutantActivation") === "runtime") mutants.activeMutant = undefined;
if (mutants.hitLimit !== undefined) mutants.hitLimit *= allowedShare;
