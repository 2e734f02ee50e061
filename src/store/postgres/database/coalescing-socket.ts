/** Combines what the driver writes in one turn of the event loop, one statement at a time, into one system call. */
import { Socket } from "node:net";

export class CoalescingSocket extends Socket {
  #isCorked = false;

  override cork(): void {
    if (!this.#isCorked) {
      this.#isCorked = true;
      super.cork();
      process.nextTick(() => {
        this.#isCorked = false;
        this.uncork();
      });
    }
    super.cork();
  }
}
