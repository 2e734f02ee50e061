// Stands for GitHub's name on the second machine: what listens there on loopback leads to the hub, which answers no other host.
import { connect, createServer } from "node:net";

const [, , port, target] = process.argv;
createServer((outer) => {
  const inner = connect(Number(target), "10.77.0.1");
  inner.on("error", () => outer.destroy());
  outer.on("error", () => inner.destroy());
  outer.once("close", () => inner.destroy());
  inner.once("close", () => outer.destroy());
  inner.pipe(outer).pipe(inner);
}).listen(Number(port), "127.0.0.1", () => console.log("up"));
