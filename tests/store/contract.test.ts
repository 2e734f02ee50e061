/** Runs the contract of every store on the embedded adapter. */
import { storeContract } from "../contracts/store-contract.ts";
import { leftBehindBy, newHome, openTestStore } from "./homes.ts";

let home = "";

storeContract({
  name: "SQLite",
  open: (onStep) => {
    home = newHome();
    return openTestStore(home, onStep === undefined ? {} : { onStep });
  },
  restart: () => openTestStore(leftBehindBy(home)),
});
