/**
 * A program that `signalbox run` starts and that tries everything: it reads the environment of itself and of its parents, every
 * file that these lead to, and asks the server for what is not its own. Writes what it got as JSON.
 */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const [out, last, ...paths] = process.argv.slice(2);
const found = {};
const read = (path) => {
  try {
    return readFileSync(path, "utf8").replaceAll("\0", "\n");
  } catch {
    return "";
  }
};

for (let pid = String(process.pid); pid !== last && pid !== "0"; ) {
  for (const name of ["environ", "cmdline"]) found[`${pid} ${name}`] = read(`/proc/${pid}/${name}`);
  pid = /^PPid:\s*(\d+)/m.exec(read(`/proc/${pid}/status`))?.[1] ?? "0";
}

const ofTheMachine = /^\/(?:$|usr|bin|sbin|lib|proc|sys|dev\/(?!shm)|opt|root|etc)/;
const seen = new Set();
function search(path, depth) {
  if (seen.has(path) || ofTheMachine.test(path) || path.includes("node_modules") || depth > 4) return;
  seen.add(path);
  try {
    const seenThere = statSync(path);
    if (seenThere.isDirectory()) for (const name of readdirSync(path)) search(join(path, name), depth + 1);
    else if (seenThere.size < 1_000_000) found[path] = read(path);
  } catch {
    // It is not there, or not ours to read.
  }
}
for (const text of Object.values({ ...found }))
  for (const [path] of text.matchAll(/\/[\w./@-]{2,}/g))
    if (path !== out && !path.startsWith(process.cwd())) search(path, 0);

const { url, token } = JSON.parse(read(process.env.SIGNALBOX_RUN ?? ""));
const asked = {};
for (const [name, secret] of Object.entries({ none: undefined, own: token }))
  for (const path of paths) {
    const [place, body = "{}"] =
      path.split(" ", 2).length === 2
        ? [path.slice(0, path.indexOf(" ")), path.slice(path.indexOf(" ") + 1)]
        : [path];
    const response = await fetch(`${url}${place}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...(secret && { authorization: `Bearer ${secret}` }) },
      body,
    });
    asked[`${name} ${path}`] = [response.status, (await response.text()).slice(0, 2_000)];
  }

const ran = {};
const issue = process.env.SIGNALBOX_ISSUE ?? "";
for (const words of [
  ["brief", issue],
  ["show", issue, "--json"],
  ["inbox"],
  ["pause"],
  ["tokens", "add"],
  ["open"],
  ["verify", issue],
  ["backup", "/dev/shm/stolen"],
])
  try {
    ran[words[0]] = {
      code: 0,
      out: execFileSync("signalbox", words, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] }),
    };
  } catch (thrown) {
    ran[words[0]] = { code: thrown.status, out: String(thrown.stderr) };
  }

// Otherwise its task would be given back, and its secret with it.
execFileSync("/bin/sh", ["-c", process.env.ASK ?? "exit 1"]);
writeFileSync(out, JSON.stringify({ found, asked, ran, token, url, env: process.env }));
