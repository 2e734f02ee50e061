/** Loaded first by a process whose wall clock is to be wrong: `node --import` with WRONG_CLOCK_AHEAD_MS. */
const realNow = Date.now;
const aheadMs = Number(process.env.WRONG_CLOCK_AHEAD_MS);
Date.now = () => realNow() + aheadMs;
globalThis.Date = new Proxy(Date, {
  construct: (date, given, target) =>
    Reflect.construct(date, given.length === 0 ? [Date.now()] : given, target),
  apply: () => String(new Date()),
});
