/** Holds the table of abilities to what was asked for and to the repository, and checks how its page is written. */
import { dirname } from "node:path";
import { expect, test } from "vitest";
import { expandIds, readRepository, shownCases } from "../cases.ts";
import { type AbilityList, declined, mapped, met, planned } from "./ability.ts";
import { renderAbilities } from "./page.ts";
import { lists } from "./table.ts";

const repository = readRepository(dirname(dirname(dirname(import.meta.dirname))));
const abilities = lists.flatMap((list) => Object.entries(list));

/** How many abilities each list asks for, counted from 1. */
const counts = { S0: 115, S1: 87, S2: 110, S3: 105, S4: 64 };

test("the table has every ability of each list once, in order", () => {
  const asked = expandIds(Object.entries(counts).map(([list, last]) => `${list}.1–${list}.${last}`));
  expect(asked).toHaveLength(481);
  expect(abilities.map(([id]) => id)).toEqual(asked);
});

test("the page declares every ability of the table, and no other page declares one", () => {
  const declared = repository.cases.map(({ id }) => id).filter((id) => id.startsWith("S"));
  expect(declared.toSorted()).toEqual(abilities.map(([id]) => id).toSorted());
});

test("every case and ability that is named as evidence is itself shown by tests or pages", () => {
  const shown = shownCases(repository).filter(
    ({ isNotYet, tests, pages }) => !isNotYet && tests.length + pages.length > 0,
  );
  const evidence = new Set(shown.map(({ id }) => id));
  const named = abilities.flatMap(([id, ability]) =>
    ability.status === "met" || ability.status === "mapped"
      ? ability.where.flatMap((to) => (to.includes("#") || evidence.has(to) ? [] : [`${id}: ${to}`]))
      : [],
  );
  expect(named).toEqual([]);
});

const linked = {
  pages: [{ path: "docs/teams.md", text: "# Teams\n\n## An agent's session\n" }],
  shown: [
    {
      id: "S0.1",
      tests: ["flows/a", "flows/a", "gh/b", "engine/c"].map((name) => ({ path: `tests/${name}.test.ts` })),
    },
    { id: "S0.2", tests: [{ path: "tests/engine/c.test.ts" }] },
    { id: "S0.3", tests: [] },
  ],
};

test("a line says what is asked for, what became of it and what shows it", () => {
  const table: AbilityList = {
    "S0.1": met("asking", "One asks.", ["docs/teams.md#an-agents-session", "A01"], "Within a second."),
    "S0.2": met("asking", "One answers."),
    "S0.3": mapped("tasks", "Files wait.", "issues do.", ["A01"]),
    "S0.4": declined("tasks", "Files are copied.", "a shell does it better."),
    "S0.5": planned("agents", "claims", "One claims.", "people assign."),
    "S0.6": planned("interfaces", "mcp", "One calls."),
  };
  const page = renderAbilities([table], linked);
  expect(page.split("\n").filter((line) => line.startsWith("- **"))).toEqual([
    "- **S0.3** Files wait. *Mapped:* issues do. See A01.",
    "- **S0.4** Files are copied. *Declined:* a shell does it better.",
    "- **S0.1** One asks. *Met:* [An agent's session](teams.md#an-agents-session), A01, [a.test.ts](../tests/flows/a.test.ts), [b.test.ts](../tests/gh/b.test.ts). Within a second.",
    "- **S0.2** One answers. *Met:* [c.test.ts](../tests/engine/c.test.ts).",
    "- **S0.5** One claims. *Planned:* agents. Today: people assign.",
    "- **S0.6** One calls. *Planned:* interfaces.",
  ]);
  expect(page).toContain("| **all** | 6 | 2 | 1 | 1 | 2 |");
  expect(page).toContain("| [Tasks and dependencies](#tasks-and-dependencies) | 2 | 0 | 1 | 1 | 0 |");
});

test.each<[string, AbilityList, string]>([
  ["a dead link", { "S0.1": met("asking", "One asks.", ["docs/teams.md#nowhere"]) }, "docs/teams.md#nowhere"],
  ["an ability that nothing shows", { "S0.3": met("asking", "One asks.") }, "Nothing shows S0.3"],
])("a page with %s is not written, and the error names it", (_name, table, message) => {
  expect(() => renderAbilities([table], linked)).toThrow(message);
});
