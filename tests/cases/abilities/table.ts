/** Every ability that was asked for, and what became of it: the source of docs/abilities.md. */
import type { AbilityList } from "./ability.ts";
import { list0 } from "./list-0.ts";
import { list1 } from "./list-1.ts";
import { list2 } from "./list-2.ts";
import { list3 } from "./list-3.ts";
import { list4 } from "./list-4.ts";

export const lists: readonly AbilityList[] = [list0, list1, list2, list3, list4];
