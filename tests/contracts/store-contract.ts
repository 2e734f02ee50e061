/** Everything that the ports of a store promise, as one suite for every adapter. */
import { aroundContract } from "./store/around-contract.ts";
import { boardContract } from "./store/board-contract.ts";
import { changesContract } from "./store/changes-contract.ts";
import { coordinatorContract } from "./store/coordinator-contract.ts";
import { graphContract } from "./store/graph-contract.ts";
import { inboxContract } from "./store/inbox-contract.ts";
import { indexContract } from "./store/index-contract.ts";
import { notesContract } from "./store/notes-contract.ts";
import { ordersContract } from "./store/orders-contract.ts";
import { outboxContract } from "./store/outbox-contract.ts";
import { removedContract } from "./store/removed-contract.ts";
import type { Adapter } from "./store/samples.ts";
import { sessionsContract } from "./store/sessions-contract.ts";
import { tasksContract } from "./store/tasks-contract.ts";
import { timelineContract } from "./store/timeline-contract.ts";

export function storeContract(adapter: Adapter): void {
  inboxContract(adapter);
  indexContract(adapter);
  aroundContract(adapter);
  outboxContract(adapter);
  ordersContract(adapter);
  sessionsContract(adapter);
  notesContract(adapter);
  boardContract(adapter);
  tasksContract(adapter);
  changesContract(adapter);
  graphContract(adapter);
  timelineContract(adapter);
  coordinatorContract(adapter);
  removedContract(adapter);
}
