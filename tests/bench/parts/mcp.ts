/** The MCP server as an agent's program meets it: a process that is started, lists its tools and is called. */
import { join } from "node:path";
import type { Client } from "@modelcontextprotocol/client";
import { callTool } from "../../mcp/call-tool.ts";
import { connectMcp } from "../../support/mcp-process.ts";
import { mainThreadMs } from "../cpu-time.ts";
import type { Figure } from "../figure.ts";
import { fillIndex } from "../index-of-tasks.ts";
import type { Run } from "../part.ts";
import { median, percentile } from "../statistics.ts";

export async function part({ isQuick, folder, progress }: Run): Promise<readonly Figure[]> {
  const issues = isQuick ? 1_000 : 10_000;
  const home = join(folder, "index");
  await fillIndex(home, issues, progress);
  // The first start strips types and keeps the compiled code, which no later start does.
  await msToList(home);
  const starts: Started[] = [];
  for (let round = 1; round <= (isQuick ? 1 : 9); round++) starts.push(await msToList(home));
  const { client, pid } = await connectMcp({ SIGNALBOX_HOME: home });
  const { tools } = await client.listTools();
  const characters = JSON.stringify(tools).length + (client.getInstructions() ?? "").length;
  const count = isQuick ? 20 : 500;
  const before = mainThreadMs(pid);
  const calls = await callTimes(client, count);
  const cpuMs = (mainThreadMs(pid) - before) / count;
  await client.close();
  const waited = starts.map(({ ms }) => ms);
  return [
    {
      name: "start until the tools are listed, median",
      value: median(waited),
      unit: "ms",
      target: { atMost: 600 },
    },
    { name: "start until the tools are listed, slowest", value: Math.max(...waited), unit: "ms" },
    { name: "the same, CPU time, median", value: median(starts.map((each) => each.cpuMs)), unit: "ms" },
    { name: `ready, ${issues} issues, median`, value: median(calls), unit: "ms" },
    {
      name: `ready, ${issues} issues, p95`,
      value: percentile(calls, 0.95),
      unit: "ms",
      target: { atMost: 10 },
    },
    { name: `ready, ${issues} issues, CPU time`, value: cpuMs, unit: "ms" },
    {
      name: "characters of the tools and the instructions",
      value: characters,
      unit: "",
      target: { atMost: 7_000 },
    },
  ];
}

interface Started {
  readonly ms: number;
  /** Of the server's main thread. */
  readonly cpuMs: number;
}

async function msToList(home: string): Promise<Started> {
  const begin = performance.now();
  const { client, pid } = await connectMcp({ SIGNALBOX_HOME: home });
  await client.listTools();
  const started = { ms: performance.now() - begin, cpuMs: mainThreadMs(pid) };
  await client.close();
  return started;
}

async function callTimes(client: Client, count: number): Promise<readonly number[]> {
  const times: number[] = [];
  for (let call = 0; call < count; call++) {
    const begin = performance.now();
    await callTool(client, "ready");
    times.push(performance.now() - begin);
  }
  return times;
}
