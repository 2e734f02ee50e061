/** `npm run operations`: writes docs/operations.md from the catalogue. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { catalogue } from "../../../src/operations/catalogue.ts";
import { renderOperations } from "./page.ts";

const page = join(import.meta.dirname, "..", "..", "..", "docs", "operations.md");
writeFileSync(page, renderOperations(catalogue));
