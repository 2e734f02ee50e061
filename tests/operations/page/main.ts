/** `npm run operations`: writes docs/operations.md, and the list of the MCP server's tools, from the catalogue. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { listingFile, listingFrom } from "../../../src/mcp/listing.ts";
import { toolsOf } from "../../../src/mcp/tools.ts";
import { catalogue } from "../../../src/operations/catalogue.ts";
import { renderOperations } from "./page.ts";

const page = join(import.meta.dirname, "..", "..", "..", "docs", "operations.md");
writeFileSync(page, renderOperations(catalogue));
writeFileSync(listingFile, `${JSON.stringify(listingFrom(toolsOf({ allowsDecisions: false })))}\n`);
