/** In a worker that is kept, the last mutant must not be at work while the tests of the next one are collected. */
import { inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    readonly globalNamespace: string;
    readonly mutantActivation: "static" | "runtime" | undefined;
  }
}

const mutants: { activeMutant?: string | undefined } = Reflect.get(globalThis, inject("globalNamespace"));
if (inject("mutantActivation") === "runtime") mutants.activeMutant = undefined;
