/** Reads what a pass needs from GitHub: issues, roles, and the evidence of handovers. */
import type { Millis } from "../../../base/clock.ts";
import type { RepositorySeen } from "../../../engine/model/fact.ts";
import type { DispatcherPorts } from "../../dispatcher-ports.ts";
import { addOrders } from "../../orders/order-words.ts";
import type { SettingsOf } from "../../ports/settings.ts";
import type { ChangeLister } from "../../repository/change-lister.ts";
import { EvidenceReader } from "../../repository/evidence-reader.ts";
import type { Listings } from "../../repository/listings.ts";
import type { RoleReader } from "../../repository/role-reader.ts";
import type { DeliveryWatch } from "../../schedule/delivery-watch.ts";
import type { ReadPlan } from "../work-batch.ts";
import type { PassReading } from "../work-queue.ts";
import { type Gathered, Gathering } from "./gathering.ts";
import { PassListing } from "./pass-listing.ts";

export interface PassReaderParts {
  readonly settingsOf: SettingsOf;
  readonly listings: Listings;
  readonly changeLister: ChangeLister;
  readonly roleReader: RoleReader;
  readonly deliveryWatch: DeliveryWatch;
}

export interface ReadResult {
  readonly gathered: Gathered;
  /** Where the next list of changes may begin. */
  readonly cursor: Millis | undefined;
}

export class PassReader {
  readonly #ports: DispatcherPorts;
  readonly #parts: PassReaderParts;
  readonly #evidenceReader: EvidenceReader;

  constructor(ports: DispatcherPorts, parts: PassReaderParts) {
    this.#ports = ports;
    this.#parts = parts;
    this.#evidenceReader = new EvidenceReader(ports, parts.settingsOf);
  }

  async read(repository: RepositorySeen, plan: ReadPlan, reading: PassReading): Promise<ReadResult> {
    const { listings, changeLister, roleReader, settingsOf } = this.#parts;
    const listing = new PassListing(listings, changeLister, repository, reading);
    const parts = { ports: this.#ports, settingsOf, roleReader };
    const { gathered, cursor } = await new Gathering(parts, repository, plan, listing).gather();
    const { view, ids, decides, facts } = gathered;
    const roles = await roleReader.read(addOrders(view, repository, plan.words), [...ids, ...decides]);
    const work = { repository, view, roles, facts, ids: [...ids], news: plan.workNews };
    const evidence = await this.#evidenceReader.read(work);
    this.#ports.runtime.onStep("cycle read");
    const result = { ...gathered, facts: [...facts, ...roles, ...evidence] };
    this.#noteContact(repository, result);
    return { gathered: result, cursor };
  }

  /** GitHub is responding, which is to be known before anything is decided from the read. */
  #noteContact({ installationId }: RepositorySeen, { facts }: Gathered): void {
    if (facts.some(({ type }) => type === "IssueSeen")) this.#parts.deliveryWatch.answered(installationId);
  }
}
