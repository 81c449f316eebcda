import type { PlainOutcome, PlainTransaction } from '../../kernel/plain-runs.ts';
import type { AccessList } from '../../kernel/transaction/transaction.ts';
import { signals } from '../instruction-set/enums.ts';
import type { AccountTable } from './account-table.ts';
import type { EngineExports, Pointer } from './engine-exports.ts';
import { ExhaustedError } from './exhausted-error.ts';
import type { LogList } from './log-list.ts';
import type { WasmMemory } from './wasm-memory.ts';

type Dependencies = {
  readonly engine: EngineExports;
  readonly memory: WasmMemory;
  readonly accounts: AccountTable;
  readonly logs: LogList;
};

const wordBytes = 32;
/** Of a listed account: the address of its record, and the number of its keys. */
const listHeadBytes = 8;

/** Writes the plain transactions that the interpreter is to execute together, and reads their outcomes. */
export class TransactionList {
  readonly #engine: EngineExports;
  readonly #memory: WasmMemory;
  readonly #accounts: AccountTable;
  readonly #logs: LogList;

  constructor({ engine, memory, accounts, logs }: Dependencies) {
    this.#engine = engine;
    this.#memory = memory;
    this.#accounts = accounts;
    this.#logs = logs;
  }

  /** Returns how many of the transactions there was room for. Throws an ExhaustedError when there was for none. */
  write(txs: readonly PlainTransaction[]): number {
    const { TRANSACTIONS, TRANSACTION_BYTES, MAX_TRANSACTIONS, INPUTS, INPUTS_END } = this.#engine;
    const count = Math.min(txs.length, MAX_TRANSACTIONS.value);
    let input = INPUTS.value;
    for (let i = 0; i < count; i++) {
      const tx = txs[i] as PlainTransaction;
      const end = input + inputBytes(tx);
      if (end > INPUTS_END.value && i > 0) return i;
      if (end > INPUTS_END.value) throw new ExhaustedError();
      this.#writeOne(TRANSACTIONS.value + i * TRANSACTION_BYTES.value, tx, input);
      input = end;
    }
    return count;
  }

  #writeOne(record: Pointer, tx: PlainTransaction, input: Pointer): void {
    const { sender, to, nonce, value, data, gasLimit, gasPrice, mostCost, gasCost, accessList } = tx;
    const engine = this.#engine;
    const memory = this.#memory;
    memory.setUint32(record + engine.TRANSACTION_SENDER.value, this.#accounts.find(sender));
    memory.setUint32(record + engine.TRANSACTION_TARGET.value, this.#accounts.find(to));
    memory.setUint64(record + engine.TRANSACTION_NONCE.value, nonce);
    memory.setUint64(record + engine.TRANSACTION_GAS_LIMIT.value, gasLimit);
    memory.setUint64(record + engine.TRANSACTION_INTRINSIC.value, gasCost.intrinsic);
    memory.setUint64(record + engine.TRANSACTION_FLOOR.value, gasCost.floor);
    memory.setUint32(record + engine.TRANSACTION_INPUT.value, input);
    memory.setUint32(record + engine.TRANSACTION_INPUT_LENGTH.value, data.length);
    memory.setWord(record + engine.TRANSACTION_VALUE.value, value);
    memory.setWord(record + engine.TRANSACTION_GAS_PRICE.value, gasPrice);
    memory.setWord(record + engine.TRANSACTION_PREPAID.value, gasLimit * gasPrice);
    memory.setWord(record + engine.TRANSACTION_MOST_COST.value, mostCost);
    memory.write(input, data);
    const list = input + align(data.length);
    memory.setUint32(record + engine.TRANSACTION_LIST.value, list);
    memory.setUint32(record + engine.TRANSACTION_LIST_END.value, this.#writeList(list, accessList));
  }

  /** Returns the address after the list. */
  #writeList(start: Pointer, accessList: AccessList): Pointer {
    const memory = this.#memory;
    let at = start;
    for (const { address, storageKeys } of accessList) {
      memory.setUint32(at, this.#accounts.find(address));
      memory.setUint32(at + 4, storageKeys.length);
      at += listHeadBytes;
      for (const key of storageKeys) {
        memory.setHash(at, key);
        at += wordBytes;
      }
    }
    return at;
  }

  /** The outcomes of the first transactions. */
  outcomes(count: number): PlainOutcome[] {
    const { TRANSACTIONS, TRANSACTION_BYTES } = this.#engine;
    const blooms = this.#blooms(count);
    const outcomes: PlainOutcome[] = [];
    for (let i = 0; i < count; i++) {
      outcomes.push(this.#outcome(TRANSACTIONS.value + i * TRANSACTION_BYTES.value, blooms, i));
    }
    return outcomes;
  }

  /** One byte string for all: above 64 bytes, one of its own costs more than the bloom. */
  #blooms(count: number): Uint8Array {
    return this.#memory.read(this.#engine.BLOOMS.value, count * this.#engine.BLOOM_BYTES.value);
  }

  #outcome(record: Pointer, blooms: Uint8Array, index: number): PlainOutcome {
    const engine = this.#engine;
    const memory = this.#memory;
    const signal = memory.uint32(record + engine.TRANSACTION_SIGNAL.value);
    const logs = this.#logs.between(
      memory.uint32(record + engine.TRANSACTION_LOGS.value),
      memory.uint32(record + engine.TRANSACTION_LOGS_END.value),
    );
    const bloomBytes = engine.BLOOM_BYTES.value;
    return {
      status: signal === signals.success ? 'success' : signal === signals.revert ? 'revert' : 'halt',
      gasUsed: memory.uint64(record + engine.TRANSACTION_GAS_PAID.value),
      logs,
      logsBloom: logs.length === 0 ? undefined : blooms.subarray(index * bloomBytes, (index + 1) * bloomBytes),
      balanceChanges: this.#balanceChanges(
        memory.uint32(record + engine.TRANSACTION_CHANGES.value),
        memory.uint32(record + engine.TRANSACTION_CHANGES_END.value),
      ),
    };
  }

  #balanceChanges(start: Pointer, end: Pointer): PlainOutcome['balanceChanges'] {
    const { CHANGE_BYTES, CHANGE_BEFORE, CHANGE_AFTER } = this.#engine;
    const changes: PlainOutcome['balanceChanges'] = [];
    for (let at = start; at < end; at += CHANGE_BYTES.value) {
      changes.push({
        address: this.#accounts.addressOf(this.#memory.uint32(at)),
        before: this.#memory.word(at + CHANGE_BEFORE.value),
        after: this.#memory.word(at + CHANGE_AFTER.value),
      });
    }
    return changes;
  }
}

function inputBytes({ data, accessList }: PlainTransaction): number {
  let bytes = align(data.length) + accessList.length * listHeadBytes;
  for (const { storageKeys } of accessList) bytes += storageKeys.length * wordBytes;
  return bytes;
}

/** The next multiple of 8. */
function align(length: number): number {
  return (length + 7) & ~7;
}
