/** Runs the contract of every store on the embedded adapter. */
import { onTestFinished } from "vitest";
import { openFollowedBoard } from "../../src/store/sqlite/board/followed-board.ts";
import { storeContract } from "../contracts/store-contract.ts";
import { leftBehindBy, newHome, openTestStore } from "./homes.ts";

let home = "";

storeContract({
  name: "SQLite",
  rounds: "all",
  open: async (onStep) => {
    home = newHome();
    return openTestStore(home, onStep === undefined ? {} : { onStep });
  },
  openBeside: async () => {
    const { board, close } = openFollowedBoard(home);
    onTestFinished(close);
    return { board };
  },
  restart: async () => openTestStore(leftBehindBy(home)),
});
