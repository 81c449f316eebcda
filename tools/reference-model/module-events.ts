import type { Log } from '#qord/kernel/engine.ts';
import type { AnyEvent, NativeModule } from '#qord/kernel/module-sdk/define-module.ts';
import { abiFields } from '#qord/kernel/module-sdk/field.ts';
import { decodeAbi } from '#qord/primitives/abi/decode.ts';
import type { AbiValue } from '#qord/primitives/abi/value.ts';
import type { Address } from '#qord/primitives/address.ts';
import { fromHex, toHex } from '#qord/primitives/hex.ts';
import { weiPerUqor } from '#qord/primitives/units.ts';

/** What a module has said. */
export type ReadEvent = {
  /** module and event, such as staking.Delegated */
  readonly name: string;
  /** The account in a field. Throws a TypeError when there is none. */
  account(field: string): Address;
  /** The amount in a field, in wei, whatever unit the event is declared with; the number in one without a unit. */
  amount(field: string): bigint;
  /** A text as it is; bytes in hex. */
  text(field: string): string;
  flag(field: string): boolean;
};

/** Reads the logs of modules by their declarations, as a client does that has the Solidity interfaces. */
export class EventReader {
  readonly #known = new Map<string, { readonly name: string; readonly event: AnyEvent }>();

  constructor(modules: readonly NativeModule[]) {
    for (const { name, address, events } of modules)
      for (const event of events)
        this.#known.set(`${address} ${event.topic}`, { name: `${name}.${event.name}`, event });
  }

  /** undefined for a log of a contract. */
  read({ address, topics, data }: Log): ReadEvent | undefined {
    const known = this.#known.get(`${address} ${topics[0]}`);
    if (known === undefined) return undefined;
    const { name, event } = known;
    const fields = abiFields(event.fields);
    const plain = decodeAbi(
      fields.filter(({ indexed }) => !indexed),
      data,
    );
    const words = fields.filter(({ indexed }) => indexed).map((field, at) => [field, topics[at + 1]] as const);
    const values = new Map<string, AbiValue>(Object.entries(plain));
    for (const [field, word] of words) {
      const isWord = field.type.kind !== 'string' && field.type.kind !== 'bytes'; // of a text there is only the hash
      if (isWord && word !== undefined) values.set(field.name, decodeAbi([field], fromHex(word))[field.name] ?? 0n);
    }
    const scaleOf = (field: string) => (event.fields[field]?.unit === 'uqor' ? weiPerUqor : 1n);
    return {
      name,
      account: (field) => asText(values.get(field)) as Address,
      amount: (field) => asNumber(values.get(field)) * scaleOf(field),
      text: (field) => asText(values.get(field)),
      flag: (field) => values.get(field) === true,
    };
  }
}

function asText(value: AbiValue | undefined): string {
  if (value instanceof Uint8Array) return toHex(value);
  if (typeof value !== 'string') throw new TypeError(`${value} is no text`);
  return value;
}

function asNumber(value: AbiValue | undefined): bigint {
  if (typeof value !== 'bigint') throw new TypeError(`${value} is no number`);
  return value;
}
