import type { EnteredFrame, ExitedFrame, Log, Tracer } from '../../../kernel/engine.ts';
import { type Address, parseAddress } from '../../../primitives/address.ts';
import { appendAll } from '../../../primitives/append-all.ts';
import { bigintToFixedBytes } from '../../../primitives/bytes.ts';
import { keccakHash } from '../../../primitives/crypto/keccak.ts';
import { type Hash, parseHash } from '../../../primitives/hash.ts';

/** The address that logs of the native coin appear to come from (ERC-7528). */
const coinAddress = parseAddress(`0x${'ee'.repeat(20)}`);
const transferTopic = keccakHash(Buffer.from('Transfer(address,address,uint256)'));
const paying = new Set(['CALL', 'CREATE', 'CREATE2', 'SELFDESTRUCT']);

/** Collects the logs of an execution, with transfers of the native coin among them as ERC-20 transfers. */
export class TransferLogs implements Tracer {
  readonly #open: Log[][] = [];
  /** Logs of frames that did not fail, in order. */
  logs: readonly Log[] = [];

  onEnter(frame: EnteredFrame): void {
    if (frame.depth === 0) this.#open.length = 0; // the engine may restart the execution
    this.#open.push(frame.value > 0n && paying.has(frame.kind) ? [transferLog(frame)] : []);
  }

  onLog(log: Log): void {
    this.#open.at(-1)?.push(log);
  }

  onExit({ error }: ExitedFrame): void {
    const own = this.#open.pop() ?? [];
    const kept = error === undefined ? own : [];
    const outer = this.#open.at(-1);
    if (outer === undefined) this.logs = kept;
    else appendAll(outer, kept);
  }
}

function transferLog({ from, to, value }: EnteredFrame): Log {
  return {
    address: coinAddress,
    topics: [transferTopic, topicOf(from), topicOf(to)],
    data: bigintToFixedBytes(value, 32),
  };
}

function topicOf(address: Address): Hash {
  return parseHash(`0x${address.slice(2).padStart(64, '0')}`);
}
