/** Stores the receipts of this browser in its localStorage. */

import { download } from "../../ui/download";
import {
  commitOf,
  createNonce,
  parseReceipt,
  parseReceipts,
  renewalCommitOf,
  revealRenewalNumber,
  confirmCommit,
  VERSION,
  recordPromises,
  withRenewalNumber,
  withReceipt,
  withTakeBack,
  type ChangedPromise,
  type StoredReceipt,
  type Receipt,
} from "./receipts";
import type { UndoRequest, MatchInfo, UndoState } from "../../model/types";

const KEY = "gunki.receipts";

function readStored(): StoredReceipt[] {
  try {
    return parseReceipts(localStorage.getItem(KEY));
  } catch {
    return [];
  }
}

class ReceiptStore {
  private all = $state.raw<StoredReceipt[]>(readStored());

  constructor() {
    addEventListener("storage", (event) => {
      if (event.key === KEY) this.all = readStored();
    });
  }

  find(match: string): StoredReceipt | null {
    return this.all.find((one) => one.match === match) ?? null;
  }

  /** Return the receipt as last written, maybe by another tab. So two tabs never make two numbers for one seat. */
  private latest(match: string): StoredReceipt | null {
    return readStored().find((one) => one.match === match) ?? this.find(match);
  }

  /** Store the server's commitment as it was first shown. A later one does not replace it. */
  rememberPromise(match: string, commitment: string): StoredReceipt {
    const fresh: StoredReceipt = { version: VERSION, match, commitment, commits: {}, nonces: {} };
    return this.latest(match) ?? this.put(fresh);
  }

  /**
   * Return the hash to send for a participant. Its number is stored first: if the server's answer is lost, the same
   * number is used again.
   */
  commitFor(match: string, participant: string, commitment: string): string {
    const receipt = this.rememberPromise(match, commitment);
    const number = receipt.nonces[participant] ?? receipt.made?.[participant] ?? createNonce();
    if (receipt.nonces[participant] === undefined)
      this.put({ ...receipt, made: { ...receipt.made, [participant]: number } });
    return commitOf(match, participant, number);
  }

  /** Record that the server has accepted the hash sent for a participant. */
  confirmCommit(match: string, participant: string): void {
    const receipt = this.latest(match);
    if (receipt !== null) this.put(confirmCommit(receipt, participant));
  }

  /** Return the number that this browser made for a participant, or null. */
  numberOf(match: string, participant: string): string | null {
    return this.find(match)?.nonces[participant] ?? null;
  }

  /**
   * Record the commitments that the server shows while players gather. Return the one that differs from before, if any.
   */
  recordPromises(info: MatchInfo): ChangedPromise | null {
    const receipt = this.latest(info.id);
    if (receipt === null) return null;
    const { updated, changed } = recordPromises(receipt, info);
    if (updated !== receipt) this.put(updated);
    return changed;
  }

  /**
   * Add to the receipt what the server said of the match's start when it gave the seat. Nothing that is known here
   * already is replaced.
   */
  addServerReceipt(match: string, fromServer: unknown): void {
    const receipt = this.latest(match);
    const parsed = parseReceipt(fromServer);
    if (receipt === null || parsed?.from === undefined || receipt.from !== undefined) return;
    this.put({ ...receipt, from: parsed.from, dealt: parsed.dealt ?? false });
  }

  /** Return the hash of a new number for the dice after the next take-back; null if no receipt is kept. */
  renewalCommitFor(match: string, count: number, participant: string): string | null {
    const receipt = this.latest(match);
    if (receipt === null || receipt.version < 3) return null;
    const { updated, number } = withRenewalNumber(receipt, count, participant);
    this.put(updated);
    return renewalCommitOf(match, count, participant, number);
  }

  /**
   * Return a participant's new number, which the page reveals when all have agreed to a request to take back. The
   * hashes of all participants are stored first.
   */
  revealRenewalNumber(match: string, count: number, participant: string, wish: UndoRequest): string | null {
    const receipt = this.latest(match);
    const revealed = receipt === null ? null : revealRenewalNumber(receipt, count, participant, wish);
    if (revealed !== null && revealed.updated !== receipt) this.put(revealed.updated);
    return revealed?.number ?? null;
  }

  /** Record the take-backs that a state of the match describes. */
  recordTakeBack(match: string, undo: UndoState): void {
    const receipt = this.find(match);
    if (receipt === null || (undo.taken_back ?? 0) <= (receipt.taken_back ?? 0)) return;
    this.put(withTakeBack(this.latest(match) ?? receipt, undo));
  }

  /** Store a receipt that was kept elsewhere; it never replaces one of this browser. */
  restore(receipt: StoredReceipt): void {
    if (this.latest(receipt.match) === null) this.put(receipt);
  }

  download(receipt: StoredReceipt): void {
    const { made: _, fresh: __, ...published } = receipt;
    const text = `${JSON.stringify(published satisfies Receipt, null, 1)}\n`;
    download(new Blob([text], { type: "application/json" }), `receipt-${receipt.match}.json`);
  }

  private put(receipt: StoredReceipt): StoredReceipt {
    const stored = readStored();
    this.all = withReceipt(stored.length > 0 ? stored : this.all, receipt);
    try {
      localStorage.setItem(KEY, JSON.stringify(this.all));
    } catch {
      // Private windows may refuse to store receipts; the receipt then lasts as long as the page is open.
    }
    return receipt;
  }
}

export const receipts = new ReceiptStore();
