import type { EnteredFrame, Step, Tracer } from '../../kernel/engine.ts';
import type { Address } from '../../primitives/address.ts';
import { bytesToBigint, emptyBytes } from '../../primitives/bytes.ts';
import { emptyCodeHash } from '../../primitives/crypto/keccak.ts';
import type { Hash } from '../../primitives/hash.ts';
import type { Account, WorldState } from '../../state/types.ts';
import { delegateOf } from '../delegation.ts';
import { opcodeAt } from '../instruction-set/opcodes.ts';
import type { AccountSnapshot, RecordedAccount } from './prestate-account.ts';
import { addressFromTop, wordFromTop } from './step-operands.ts';
import type { TraceSubject } from './trace.ts';
import { recordedBytes, type TraceMeter } from './trace-meter.ts';

/** Code is shown in two characters for each byte. */
const charactersPerByte = 2;

/** Records the accounts and slots that an execution touches, with the previous values of the slots. */
export class PrestateRecorder implements Tracer {
  readonly #state: WorldState;
  readonly #start: number;
  readonly #meter: TraceMeter;
  readonly #touched = new Map<Address, Map<Hash, bigint>>();

  constructor({ state, meter, sender, to, alsoTouched }: TraceSubject) {
    this.#state = state;
    this.#meter = meter;
    this.#start = state.snapshot();
    for (const address of [sender, ...alsoTouched]) this.#touch(address);
    if (to !== undefined) this.#touchCode(to);
  }

  onEnter({ kind, to }: EnteredFrame): void {
    if (kind === 'CREATE' || kind === 'CREATE2' || kind === 'SELFDESTRUCT') this.#touch(to);
    else this.#touchCode(to);
  }

  onStep(step: Step): void {
    const touches = opcodeAt(step.opcode)?.touches;
    if (touches?.kind === 'slot') this.#touchSlot(step.address, wordFromTop(step, touches.operand));
    else if (touches?.operand === 0) this.#touch(addressFromTop(step, 0)); // callees are reported as frames
  }

  /** Everything touched or changed, by address. */
  accounts(): RecordedAccount[] {
    const changed = this.#state.accountsBefore(this.#start);
    const addresses = [...new Set([...this.#touched.keys(), ...changed.keys()])].sort();
    return addresses.map((address) => {
      const account = this.#state.account(address);
      return {
        address,
        before: this.#snapshotOf(changed.has(address) ? changed.get(address) : account),
        after: this.#snapshotOf(account),
        slots: this.#slots(address),
      };
    });
  }

  #slots(address: Address): RecordedAccount['slots'] {
    const slots = [...(this.#touched.get(address) ?? [])].sort(([a], [b]) => (a < b ? -1 : 1));
    return slots.map(([key, before]) => ({ key, before, after: this.#slot(address, key) }));
  }

  #touch(address: Address): Map<Hash, bigint> {
    const known = this.#touched.get(address);
    if (known !== undefined) return known;
    this.#meter.charge(
      recordedBytes.account + charactersPerByte * (this.#snapshotOf(this.#state.account(address))?.code.length ?? 0),
    );
    const slots = new Map<Hash, bigint>();
    this.#touched.set(address, slots);
    return slots;
  }

  /** An account whose code is executed; the account that it is delegated to (EIP-7702) is touched, too. */
  #touchCode(address: Address): void {
    this.#touch(address);
    const delegate = delegateOf(this.#snapshotOf(this.#state.account(address))?.code ?? emptyBytes);
    if (delegate !== undefined) this.#touch(delegate);
  }

  #touchSlot(address: Address, key: Hash): void {
    const slots = this.#touch(address);
    if (slots.has(key)) return;
    this.#meter.charge(recordedBytes.slot);
    slots.set(key, this.#slot(address, key)); // the engine has not written to the state yet
  }

  #slot(address: Address, key: Hash): bigint {
    return bytesToBigint(this.#state.entry(address, key) ?? emptyBytes);
  }

  /** undefined for an account that is empty or does not exist. */
  #snapshotOf(account: Account | undefined): AccountSnapshot | undefined {
    if (account === undefined) return undefined;
    const { balance, nonce, codeHash } = account;
    if (balance === 0n && nonce === 0n && codeHash === emptyCodeHash) return undefined;
    return { balance, nonce, codeHash, code: codeHash === emptyCodeHash ? emptyBytes : this.#state.code(codeHash) };
  }
}
