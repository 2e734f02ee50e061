/**
 * The contract kind: one version of an interface between tasks. It blocks the task that provides it and those
 * that use it until they agree. A change is a new contract that replaces the earlier one.
 */

import type { Ref } from "../references/ref.ts";
import { type Consumers, consumers as consumersSection } from "../section-values/consumers.ts";
import { type Version, version } from "../section-values/version.ts";
import { choice, freeText, line, ref } from "../sections/section-types.ts";
import { type Kind, type Named, row, within } from "./kind.ts";

export const contractFormats = ["json-schema", "openapi", "proto", "types", "text"] as const;
export const contractChanges = ["compatible", "breaking"] as const;

export interface Contract {
  readonly kind: "contract";
  /** Its name, the same in every version. */
  readonly interface: string;
  readonly version: Version;
  /** The task that builds it. */
  readonly provider: Ref;
  /** The tasks that build on it. */
  readonly consumers: readonly Ref[];
  /** The tracks that build on it: the holders of their tasks are asked. Absent if there are none. */
  readonly tracks?: readonly string[] | undefined;
  readonly format: (typeof contractFormats)[number];
  /** The definition itself, or where it is: `path@commit`. */
  readonly definition: string;
  /** The contract of the version before. */
  readonly replaces?: Ref | undefined;
  readonly change?: (typeof contractChanges)[number] | undefined;
}

/** GitHub's limit on an issue's dependencies in one direction, less the provider. */
const maxConsumers = 49;

const name = line({
  label: "Interface",
  required: true,
  hint: "Its name, the same in every version: `orders-api`.",
});
const number = version({ label: "Version", required: true, hint: "As semantic versioning counts: `1.2.0`." });
const provider = ref({ label: "Provider", required: true, hint: "The task that builds it: `#12`." });
const consumers = consumersSection(
  { label: "Consumers", required: true, hint: "The tasks and tracks that build on it: `#13, track:web`." },
  { max: maxConsumers, why: "GitHub lets one issue block no more" },
);
const format = choice(
  { label: "Format", required: true, hint: "What the definition is written in." },
  contractFormats,
);
const definition = freeText({
  label: "Definition",
  required: true,
  hint: "The definition in a fenced block, or where it is: `path@commit`.",
});
const replaces = ref({ label: "Replaces", hint: "The contract of the version before: `#20`." });
const change = choice(
  {
    label: "Change",
    hint: "Whether what uses the version before goes on working. A person decides about a breaking change.",
  },
  contractChanges,
);

export const contract: Kind<Contract> = {
  name: "contract",
  description: "Blocks provider and consumers until they agree on an interface",
  prefix: "Contract:",
  nativeType: "Contract",
  nativeTypeIsShipped: false,
  sections: [name, number, provider, consumers, format, definition, replaces, change],
  read: (sheet) => {
    const called = sheet.take(name);
    const which = sheet.take(number);
    const by = sheet.take(provider);
    const uses = sheet.take(consumers);
    const written = sheet.take(format);
    const says = sheet.take(definition);
    const before = sheet.takeOr(replaces, undefined);
    const kindOfChange = sheet.takeOr(change, undefined);
    if (called === undefined || which === undefined || by === undefined || uses === undefined)
      return undefined;
    if (written === undefined || says === undefined) return undefined;
    const known = { interface: called, version: which, provider: by, consumers: uses.refs };
    return {
      kind: "contract",
      ...known,
      format: written,
      definition: says,
      replaces: before,
      change: kindOfChange,
      ...(uses.tracks.length === 0 ? {} : { tracks: uses.tracks }),
    };
  },
  write: (message) => [
    row(name, message.interface),
    row(number, message.version),
    row(provider, message.provider),
    row(consumers, consumersOf(message)),
    row(format, message.format),
    row(definition, message.definition),
    row(replaces, message.replaces),
    row(change, message.change),
  ],
  mirroredLabels: () => [],
  named: (message) => [
    ...within(provider, [message.provider], blocked(message)),
    ...within(consumers, message.consumers, blocked(message)),
    ...within(replaces, message.replaces === undefined ? [] : [message.replaces], { kind: "contract" }),
  ],
  blocksTasks: true,
};

function consumersOf({ consumers: refs, tracks = [] }: Contract): Consumers {
  return { refs, tracks };
}

/** Work that has begun on the version before goes on: a change of the interface warns it. */
function blocked({ replaces: before }: Contract): Pick<Named, "kind" | "edge"> {
  return { kind: "task", edge: before === undefined ? "blocks" : "blocks-unstarted" };
}
