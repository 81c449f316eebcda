import { encodeAbi } from '../../primitives/abi/encode.ts';
import { eventTopic } from '../../primitives/abi/selector.ts';
import { isDynamic } from '../../primitives/abi/type.ts';
import type { AbiRecord } from '../../primitives/abi/value.ts';
import type { Address } from '../../primitives/address.ts';
import { keccakHash } from '../../primitives/crypto/keccak.ts';
import { type Hash, hashFromBytes } from '../../primitives/hash.ts';
import type { Log } from '../engine.ts';
import { abiFields, type Fields, type ValuesOf } from './field.ts';

/** An event of a module: an EVM log of its account, readable by any tool that has the Solidity interface. */
export type ModuleEvent<F extends Fields = Fields> = {
  readonly name: string;
  readonly doc: string;
  readonly fields: F;
  readonly topic: Hash;
  /** Creates the log, which the caller passes to the context's `emit`. */
  log(values: ValuesOf<F>): Log;
};

/** Creates the events of the module at `owner`. */
export function eventsOf(owner: Address) {
  return <const F extends Fields>(name: string, doc: string, fields: F): ModuleEvent<F> => {
    const inputs = abiFields(fields);
    const topic = eventTopic({ name, inputs });
    const plainInputs = inputs.filter((input) => !input.indexed);
    return {
      name,
      doc,
      fields,
      topic,
      log: (values) => {
        const topics = inputs.filter((input) => input.indexed).map((input) => topicOf(input, values));
        return { address: owner, topics: [topic, ...topics], data: encodeAbi(plainInputs, values) };
      },
    };
  };
}

/** An indexed value is its word; one that does not fit a word is the hash of its bytes (Solidity ABI, "Events"). */
function topicOf(input: ReturnType<typeof abiFields>[number], values: AbiRecord): Hash {
  const value = values[input.name];
  if (!isDynamic(input.type)) return hashFromBytes(encodeAbi([input], values));
  if (typeof value === 'string') return keccakHash(Buffer.from(value, 'utf8'));
  if (value instanceof Uint8Array) return keccakHash(value);
  throw new RangeError(`${input.name} cannot be indexed`);
}
