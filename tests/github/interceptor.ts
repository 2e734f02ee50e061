/**
 * nock for one test file at a time. Importing nock already intercepts every request of the process, in which other
 * files follow: here it does so only between the first and the last test of a file that asks for it.
 */
import nock from "nock";
import { afterAll, afterEach, beforeAll } from "vitest";

nock.restore();

export { nock };

/** Answers requests from interceptors alone while this file's tests run. Each test must use up its own. */
export function interceptRequests(): void {
  beforeAll(() => {
    nock.activate();
    nock.disableNetConnect();
  });
  afterEach(allAsked);
  afterAll(() => nock.restore());
}

/** Names what was not requested, and keeps interceptors from leaking into the next test. */
function allAsked(): void {
  const left = nock.pendingMocks();
  nock.cleanAll();
  if (left.length > 0) throw new Error(`Nobody asked for ${left.join(", ")}.`);
}
