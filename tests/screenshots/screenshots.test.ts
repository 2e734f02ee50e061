import { existsSync } from "node:fs";
import { expect, test } from "vitest";

const folder = new URL("../../docs/pictures/", import.meta.url);

test.each(["board", "escalations", "issue"].flatMap((name) => [`${name}-light.png`, `${name}-dark.png`]))(
  "IF42 the pictures that `npm run screenshots` makes include %s",
  (name) => {
    expect(existsSync(new URL(name, folder))).toBe(true);
  },
);
