import { parseFieldText } from '#qord/cli/field-text.ts';
import type { AnyCall } from '#qord/kernel/module-sdk/define-module.ts';
import { type Field, fieldEntries } from '#qord/kernel/module-sdk/field.ts';
import type { AbiRecord, AbiValue } from '#qord/primitives/abi/value.ts';
import { developmentAccounts } from '#qord/primitives/development-accounts.ts';

/** Arguments by the example in the documentation of the call; what it leaves open is filled in by type. */
export function exampleValues({ inputs, example }: AnyCall): AbiRecord {
  let at = 0;
  const entries = fieldEntries(inputs).map(([name, field]) => {
    const text = field.option === undefined ? example[at++] : field.option.fallback;
    return [name, valueFrom(field, text)] as const;
  });
  return Object.fromEntries(entries);
}

function valueFrom(field: Field<unknown>, text: string | undefined): AbiValue {
  if (text === undefined || text.includes('…')) return filled(field);
  try {
    return parseFieldText(field, text);
  } catch {
    return filled(field);
  }
}

function filled({ type }: Field<unknown>): AbiValue {
  switch (type.kind) {
    case 'uint':
    case 'int':
      return 1n;
    case 'address':
      return developmentAccounts[1]?.address ?? '';
    case 'bool':
      return true;
    case 'string':
      return 'coffee';
    case 'bytes':
      return new Uint8Array(32).fill(7);
    case 'fixedBytes':
      return new Uint8Array(type.size).fill(7);
    default:
      return [];
  }
}
