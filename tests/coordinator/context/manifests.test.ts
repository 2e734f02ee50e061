import fc from "fast-check";
import { expect, test } from "vitest";
import { packagesIn } from "../../../src/coordinator/context/manifests.ts";

test.each([
  [
    "package.json",
    '{"name":"own","dependencies":{"zod":"4"},"devDependencies":{"@x/y":"1"}}',
    ["own", "zod", "@x/y"],
  ],
  ["requirements-dev.txt", "# tools\nrequests>=2\nflask[async]==3\n-r other.txt\n", ["requests", "flask"]],
  [
    "pyproject.toml",
    '[project]\ndependencies = [\n  "httpx>=0.2",\n]\n[tool.poetry.dependencies]\nrich = "1"\n',
    ["httpx", "rich"],
  ],
  ["Cargo.toml", '[package]\nname = "own"\n[dependencies]\nserde = "1"\n[features]\nx = []\n', ["serde"]],
  [
    "go.mod",
    "module example.com/own\nrequire github.com/a/b v1.2.3\nrequire (\n\tgolang.org/x/c v0.1.0\n)\n",
    ["github.com/a/b", "golang.org/x/c"],
  ],
  ["Gemfile", "source 'x'\ngem 'rails', '7'\n", ["rails"]],
])("the packages of a %s are the names that it lists", (path, text, names) => {
  expect([...packagesIn([{ path, text }])]).toEqual(names);
});

test("J05 a manifest that cannot be read lists nothing, and none throws", () => {
  expect(packagesIn([{ path: "package.json", text: '{"dependencies": 3' }]).size).toBe(0);
  expect(packagesIn([{ path: "package.json", text: '{"dependencies": [1], "name": {}}' }]).size).toBe(0);
  const paths = fc.constantFrom(
    "package.json",
    "pyproject.toml",
    "Cargo.toml",
    "go.mod",
    "Gemfile",
    "requirements.txt",
  );
  fc.assert(
    fc.property(paths, fc.string({ maxLength: 200 }), (path, text) => void packagesIn([{ path, text }])),
  );
});
