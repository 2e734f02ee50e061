/** When sweeps are due: often where something happens, more and more rarely where nothing does. */
import { beforeEach, describe, expect, test } from "vitest";
import { githubPace } from "../../../src/dispatcher/pace.ts";
import { Activity } from "../../../src/dispatcher/repository/activity.ts";
import { SweepTimes } from "../../../src/dispatcher/schedule/sweep-times.ts";
import { start } from "../../support/issues.ts";

const minute = 60_000;
const hour = 60 * minute;
let now = start;
let activity: Activity;
let times: SweepTimes;
let chance = 0;
beforeEach(() => {
  now = start;
  chance = 0;
  const clock = { now: () => now };
  activity = new Activity(clock);
  times = new SweepTimes({ activity, clock, pace: githubPace, random: () => chance });
});

/** Minutes between the sweeps of one installation that begin until `ms` have passed. */
function gaps(ms: number, happens: (sinceStart: number) => boolean = () => false): readonly number[] {
  const found: number[] = [];
  let last = now;
  for (const end = now + ms; now < end; now += minute) {
    if (happens(now - start)) activity.heard(1);
    if (times.due([1]).length === 0) continue;
    if (now !== start) found.push((now - last) / minute);
    last = now;
    times.noteEnded([1]);
  }
  return found;
}

describe("the sweeps of an installation", () => {
  test("come every five minutes while something happens", () => {
    const found = gaps(3 * hour, (at) => at % (50 * minute) === 0);
    expect(new Set(found)).toEqual(new Set([5]));
  });

  test("come more and more rarely from an hour without anything on, at last every six hours", () => {
    const found = gaps(48 * hour);
    expect(found.slice(0, 12)).toEqual(Array(12).fill(5));
    expect(found.slice(12, 18)).toEqual([10, 20, 40, 80, 160, 320]);
    expect(new Set(found.slice(18))).toEqual(new Set([360]));
  });

  test("come at once and every five minutes again when something happens", () => {
    gaps(24 * hour);
    now += hour;
    expect(times.due([1])).toEqual([]);
    activity.heard(1);
    expect(times.due([1])).toEqual([1]);
    times.noteEnded([1]);
    expect(gaps(30 * minute)).toEqual([5, 5, 5, 5, 5]);
  });

  test("do not all come at once, although a start surveys every installation", () => {
    expect(times.due([1, 2, 3])).toEqual([1, 2, 3]);
    for (const id of [1, 2, 3]) {
      chance = (id - 1) / 3;
      times.noteEnded([id]);
    }
    now = start + 4 * minute;
    expect(times.due([1, 2, 3])).toEqual([3]);
    now = start + 5 * minute;
    expect(times.due([1, 2, 3])).toEqual([1, 2, 3]);
  });

  test("are not put off by a clock that was set back", () => {
    times.noteEnded([1]);
    now -= hour;
    expect(times.due([1])).toEqual([1]);
  });

  test("go on where another process ended", () => {
    gaps(24 * hour);
    const earlier = times.last(1);
    const next = new SweepTimes({
      activity: new Activity({ now: () => now }, activity.lastAt(1)),
      clock: { now: () => now },
      pace: githubPace,
      random: () => chance,
      earlier,
    });
    expect(next.due([1])).toEqual(times.due([1]));
    expect(next.nextAt(1)).toBe(times.nextAt(1));
    now = next.nextAt(1) - 1;
    expect(next.due([1])).toEqual([]);
    now += 1;
    expect(next.due([1])).toEqual([1]);
    next.noteEnded([1]);
    expect(next.nextAt(1) - now).toBe(360 * minute);
  });
});
