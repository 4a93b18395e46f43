/** The receipts of this browser. */

import { download } from "./links";
import { nonce, receiptIn, receiptsIn, VERSION, withReceipt, type Receipt } from "./receipts";

const KEY = "gunki.receipts";

function read(): Receipt[] {
  try {
    return receiptsIn(localStorage.getItem(KEY));
  } catch {
    return [];
  }
}

class Receipts {
  private all = $state.raw<Receipt[]>(read());

  constructor() {
    addEventListener("storage", (event) => {
      if (event.key === KEY) this.all = read();
    });
  }

  find(match: string): Receipt | null {
    return this.all.find((one) => one.match === match) ?? null;
  }

  /** The promise as it was told first; whatever is told later does not change it. */
  promised(match: string, commitment: string): Receipt {
    const fresh: Receipt = { version: VERSION, match, commitment, nonces: {} };
    return this.find(match) ?? this.put(fresh);
  }

  /** The number to send for a chair: kept before it is sent, and the same one again if the answer was lost. */
  number(match: string, chair: string, commitment: string): string {
    const receipt = this.promised(match, commitment);
    const number = receipt.nonces[chair] ?? nonce();
    this.put({ ...receipt, nonces: { ...receipt.nonces, [chair]: number } });
    return number;
  }

  /** What the server gave with the seat: it adds to what is known here, and changes nothing of it. */
  given(match: string, told: unknown): void {
    const known = this.find(match);
    const found = receiptIn(told);
    if (known === null || found === null || known.from !== undefined) return;
    this.put({ ...known, version: found.version, ...(found.from === undefined ? {} : { from: found.from, dealt: found.dealt ?? false }) });
  }

  save(receipt: Receipt): void {
    const text = `${JSON.stringify(receipt, null, 1)}\n`;
    download(new Blob([text], { type: "application/json" }), `receipt-${receipt.match}.json`);
  }

  private put(receipt: Receipt): Receipt {
    const stored = read();
    this.all = withReceipt(stored.length > 0 ? stored : this.all, receipt);
    try {
      localStorage.setItem(KEY, JSON.stringify(this.all));
    } catch {
      // Private windows may refuse; it is then kept as long as the page is open.
    }
    return receipt;
  }
}

export const receipts = new Receipts();
