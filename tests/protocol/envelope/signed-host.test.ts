/** The App and `signalbox sign` come to one name for a host, whichever of its addresses each of them knows. */
import { expect, test } from "vitest";
import { signedHost, signedHostOf } from "../../../src/protocol/envelope/signed-host.ts";

test.each([
  ["github.com", [undefined, "https://api.github.com"], ["github.com", "GitHub.com", "www.github.com"]],
  [
    "github.example.com",
    ["https://GitHub.example.com/api/v3", "https://github.example.com:443/api/v3"],
    ["github.example.com", "GITHUB.example.com", "github.example.com:443"],
  ],
  ["github.example.com:8443", ["https://github.example.com:8443/api/v3"], ["github.example.com:8443"]],
  ["acme.ghe.com", ["https://api.acme.ghe.com"], ["acme.ghe.com", "Acme.GHE.com"]],
  [
    "github.localhost",
    ["http://127.0.0.1:4001/api/v3", "http://localhost:4001/api/v3", "http://[::1]:4001/api/v3"],
    ["github.localhost", "127.0.0.1:4001", "api.github.localhost"],
  ],
])("AG03 %s is one host, by the root of its API and as gh is told", (host, roots, told) => {
  for (const root of roots) expect(signedHostOf(root)).toBe(host);
  for (const each of told) expect(signedHost(each)).toBe(host);
});

test("AG03 a host whose name contains another's is not that one", () => {
  for (const host of ["github.com.example.com", "notgithub.com", "localhost.example.com", "xghe.com"])
    expect(signedHost(host)).toBe(host);
});
