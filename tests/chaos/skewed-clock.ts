/** Sets the wall clock of a process ahead by CLOCK_AHEAD_MS, or back if that is negative. Load it with `node --import`. */
const realNow = Date.now;
const aheadMs = Number(process.env.CLOCK_AHEAD_MS);
Date.now = () => realNow() + aheadMs;
globalThis.Date = new Proxy(Date, {
  construct: (date, given, target) =>
    Reflect.construct(date, given.length === 0 ? [Date.now()] : given, target),
  apply: () => String(new Date()),
});
