import { createdAddress, saltedAddress } from '../../../evm/created-address.ts';
import type { TraceSubject } from '../../../evm/tracing/trace.ts';
import type { EnteredFrame, ExitedFrame, RunningState, Step } from '../../../kernel/engine.ts';
import { type Address, parseAddress } from '../../../primitives/address.ts';
import { bytesToBigint, emptyBytes } from '../../../primitives/bytes.ts';
import { parseHash } from '../../../primitives/hash.ts';
import { fromHex, toHex } from '../../../primitives/hex.ts';
import { quantity } from '../../../primitives/quantity.ts';
import type { SandboxArguments, SandboxValue } from '../../sandbox/sandbox.ts';

/** The tracer requests something that does not exist; it ends the trace. */
export class TracerMistakeError extends Error {
  override name = 'TracerMistakeError';
}

/** How far a slice of the memory may reach beyond its end, as in go-ethereum. */
const maxPadding = 1024 * 1024;

type HostFunctions = Readonly<Record<string, (given: SandboxArguments) => SandboxValue>>;

/** What a tracer can ask the node: about the current instruction and frame, and about the state. */
export class GuestHost {
  readonly #natives: TraceSubject['natives'];
  /** the instruction that is shown */
  step: Step | undefined;
  /** the frame that is entered */
  frame: EnteredFrame | undefined;
  /** the frame that has ended */
  ended: ExitedFrame | undefined;
  /** the initcode of a creation is no input */
  isCreation = false;
  state: RunningState;

  constructor({ natives, state }: Pick<TraceSubject, 'natives' | 'state'>) {
    this.#natives = natives;
    this.state = state;
  }

  functions(): HostFunctions {
    return { ...this.#ofStep(), ...this.#ofFrame(), ...this.#ofState() };
  }

  #ofStep(): HostFunctions {
    const step = () => this.step ?? missing('instruction');
    return {
      stackItem: (given) =>
        quantity(
          step()
            .stack()
            .at(-1 - given.number(0)) ?? 0n,
        ),
      memory: (given) => memorySlice(step().memory(), given.number(0), given.number(1)),
      memoryWord: (given) =>
        toHex(
          step()
            .memory()
            .subarray(given.number(0), given.number(0) + 32),
        ),
      caller: () => step().caller(),
      address: () => step().address,
      callValue: () => quantity(step().callValue()),
      input: () => (this.isCreation ? emptyBytes : step().input()),
    };
  }

  #ofFrame(): HostFunctions {
    const frame = () => this.frame ?? missing('frame');
    const ended = () => this.ended ?? missing('ended frame');
    return {
      frameType: () => frame().kind,
      frameFrom: () => frame().from,
      frameTo: () => frame().to,
      frameInput: () => frame().input,
      frameGas: () => Number(frame().gas),
      frameValue: () => (frame().kind === 'STATICCALL' ? undefined : quantity(frame().value)),
      frameGasUsed: () => Number(ended().gasUsed),
      frameOutput: () => ended().output,
      frameError: () => ended().error,
    };
  }

  #ofState(): HostFunctions {
    const account = (given: SandboxArguments) => this.state.account(addressOf(given));
    return {
      balance: (given) => quantity(account(given)?.balance ?? 0n),
      nonce: (given) => Number(account(given)?.nonce ?? 0n),
      exists: (given) => account(given) !== undefined,
      code: (given) => {
        const found = account(given);
        return found === undefined ? emptyBytes : this.state.code(found.codeHash);
      },
      slot: (given) => {
        const value = this.state.entry(addressOf(given), parseHash(given.text(1))) ?? emptyBytes;
        return `0x${bytesToBigint(value).toString(16).padStart(64, '0')}`;
      },
      isPrecompiled: (given) => this.#natives.at(addressOf(given))?.stateful === false,
      created: (given) => createdAddress(addressOf(given), BigInt(Math.max(0, given.number(1)))),
      created2: (given) => saltedAddress(addressOf(given), fromHex(given.text(1)), fromHex(given.text(2))),
    };
  }
}

function addressOf(given: SandboxArguments): Address {
  return parseAddress(given.text(0));
}

/** Bytes of the memory, with zeros beyond its end. Throws a TracerMistakeError. */
function memorySlice(memory: Uint8Array, begin: number, end: number): Uint8Array {
  if (end === begin) return emptyBytes;
  if (end < begin || begin < 0)
    throw new TracerMistakeError(`tracer accessed out of bound memory: offset ${begin}, end ${end}`);
  if (end <= memory.length) return memory.subarray(begin, end);
  if (end - memory.length > maxPadding)
    throw new TracerMistakeError(`reached limit for padding memory slice: ${end - memory.length}`);
  const padded = new Uint8Array(end - begin);
  padded.set(memory.subarray(begin));
  return padded;
}

function missing(what: string): never {
  throw new TracerMistakeError(`there is no ${what} here`);
}
