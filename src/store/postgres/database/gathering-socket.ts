/** Gathers what the driver writes in one turn of the event loop, one statement at a time, into one system call. */
import { Socket } from "node:net";

export class GatheringSocket extends Socket {
  #isGathering = false;

  override cork(): void {
    if (!this.#isGathering) {
      this.#isGathering = true;
      super.cork();
      process.nextTick(() => {
        this.#isGathering = false;
        this.uncork();
      });
    }
    super.cork();
  }
}
