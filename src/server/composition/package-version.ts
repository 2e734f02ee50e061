/** The version of the package that runs. */
import { readFileSync } from "node:fs";
import { z } from "zod";

const shape = z.object({ version: z.string() });

export function packageVersion(): string {
  return shape.parse(JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8")))
    .version;
}
