/** `npm run abilities`: writes docs/abilities.md from the table. */
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { readRepository, shownCases } from "../cases.ts";
import { renderAbilities } from "./page.ts";
import { lists } from "./table.ts";

const root = dirname(dirname(dirname(import.meta.dirname)));
const repository = readRepository(root);
const page = renderAbilities(lists, { pages: repository.pages, shown: shownCases(repository) });
writeFileSync(join(root, "docs", "abilities.md"), page);
