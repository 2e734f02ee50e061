/** The driver writes each statement by itself. Those of one turn of the event loop cost one system call here. */
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
