/**
 * How fast issues opened through the hub are settled, and how much of the CPU time is the App's. The hub
 * shares the machine, so the rate alone does not say what the App could do beside GitHub.
 */
import { join } from "node:path";
import { mainThreadMs } from "../cpu-time.ts";
import type { Figure } from "../figure.ts";
import { openAndSettle } from "../many-issues.ts";
import type { Run } from "../part.ts";
import { startSeparately } from "../separate-processes.ts";

export async function part({ isQuick, folder, progress }: Run): Promise<readonly Figure[]> {
  const count = isQuick ? 200 : 10_000;
  const home = join(folder, "home");
  const { app, hub, port, stop } = await startSeparately(home);
  const appStart = mainThreadMs(app.pid);
  const hubStart = mainThreadMs(hub.pid);
  const perS = await openAndSettle({ count, home, port, progress: (n) => progress(`${n} issues`) });
  const appMs = (mainThreadMs(app.pid) - appStart) / count;
  const hubMs = (mainThreadMs(hub.pid) - hubStart) / count;
  await stop();
  return [
    { name: `${count} issues opened and settled`, value: perS, unit: "/s" },
    { name: "App, main thread's CPU time an issue", value: appMs, unit: "ms" },
    { name: "hub, main thread's CPU time an issue", value: hubMs, unit: "ms" },
    {
      name: "issues that the App alone could settle",
      value: 1000 / appMs,
      unit: "/s",
      target: { atLeast: 40 },
    },
  ];
}
