import type { ChainReader } from '../../chain/types.ts';
import { CodecError } from '../../kernel/codec/codec.ts';
import type { NativeModule } from '../../kernel/module-sdk/define-module.ts';
import type { AnySingle, AnyTable } from '../../kernel/module-sdk/genesis.ts';
import type { StateView } from '../../state/types.ts';
import { define, optional } from '../dispatch/define.ts';
import { toAscii } from '../dispatch/long-text.ts';
import { writeJson } from '../dispatch/write-json.ts';
import type { EthDependencies } from '../evm-common/dependencies.ts';
import { readAt, requireState } from '../evm-common/resolve-block.ts';
import type { LongTexts } from '../execution/long-texts.ts';
import { firstRows, pinnedBlock, stateAt } from '../execution/pinned-block.ts';
import type { JsonValue } from '../json-value.ts';
import type { Methods, Param } from '../method.ts';
import { blockRefParam, latest } from '../params/block-ref.ts';
import { RpcError } from '../rpc-error.ts';

/** Rows in one response of qord_listRecords at most. */
const maxRows = 1_000;

const text = (name: string, description: string): Param<string> => ({
  name,
  description,
  required: true,
  schema: { type: 'string' },
  parse: (json) => {
    if (typeof json === 'string') return json;
    throw new TypeError('must be text');
  },
});

const keyParts: Param<readonly string[]> = {
  name: 'key',
  description: 'Parts of the key as text; for a list, the first of them.',
  required: true,
  schema: { type: 'array', items: { type: 'string' } },
  parse: (json) => {
    if (Array.isArray(json) && json.every((part) => typeof part === 'string')) return json;
    throw new TypeError('must be a list of texts');
  },
};

const startKey: Param<readonly string[] | undefined> = {
  ...keyParts,
  name: 'from',
  description: 'Key of the first row, all of its parts: where the list continues.',
};

export const limitParam: Param<number> = {
  name: 'limit',
  description: `Most rows, at most ${maxRows}.`,
  required: true,
  schema: { type: 'integer', minimum: 1, maximum: maxRows },
  parse: (json) => {
    if (typeof json === 'number' && Number.isInteger(json) && json >= 1 && json <= maxRows) return json;
    throw new RangeError(`must be an integer from 1 to ${maxRows}`);
  },
};

/** The records of native modules: what `qord query` shows. */
export function recordMethods(
  modules: readonly NativeModule[],
  { chain, node }: Pick<EthDependencies, 'chain' | 'node'>,
  texts: LongTexts,
): Methods {
  const names = [text('module', 'Name of the module.'), text('record', 'Name of the record.')] as const;
  return {
    qord_getRecord: define(
      'One record of a native module, as a block left it (the newest by default); null when there is none.',
      [...names, optional(keyParts, []), optional(blockRefParam, latest)],
      { description: 'The value in the shape of its genesis section, or null.' },
      ([module, record, key, block]) =>
        readAt(node, block, () => getRecord(requireState(chain, block), findRecord(modules, module, record), key)),
    ),
    qord_listRecords: define(
      'Records of a native module in the order of their keys.',
      [...names, optional(keyParts, []), optional(limitParam, 100), optional(startKey, undefined)],
      { type: 'array', items: { type: 'object', properties: { key: { type: 'array' }, value: {} } } },
      ([moduleName, recordName, prefix, most, from], call) => {
        const record = findRecord(modules, moduleName, recordName);
        if (!isTable(record))
          return [{ key: [], value: record.value.toPlain(record.get(stateAt(chain, chain.head().number))) }];
        if (prefix.length > record.keyParts.length) throw wrongKey(record);
        if (from !== undefined && from.length !== record.keyParts.length) throw wrongKey(record);
        const range = { prefix: parseKey(record, prefix), most, from: from && parseKey(record, from) };
        return texts.make(() => listPieces(chain, record, range), call);
      },
    ),
  };
}

type AnyRecord = AnyTable | AnySingle;
const isTable = (record: AnyRecord): record is AnyTable => 'keyParts' in record;

function findRecord(modules: readonly NativeModule[], moduleName: string, recordName: string): AnyRecord {
  const module = modules.find(({ name }) => name === moduleName);
  if (module === undefined) throw new RpcError(-32001, 'Entity not found', `there is no module ${moduleName}`);
  const all = [...(module.params ? [module.params.record] : []), ...module.singles, ...module.tables];
  const found = all.find(({ name }) => name === recordName);
  if (found !== undefined) return found;
  throw new RpcError(-32001, 'Entity not found', `${moduleName} keeps ${all.map(({ name }) => name).join(', ')}`);
}

function getRecord(state: StateView, record: AnyRecord, key: readonly string[]): JsonValue {
  if (!isTable(record)) return record.value.toPlain(record.get(state));
  if (key.length !== record.keyParts.length) throw wrongKey(record);
  const value: unknown = record.get(state, ...parseKey(record, key));
  return value === undefined ? null : record.value.toPlain(value);
}

type Range = {
  readonly prefix: readonly unknown[];
  readonly most: number;
  readonly from: readonly unknown[] | undefined;
};

/** Rows that are read in one piece: each may have a megabyte. */
const rowsPerPiece = 8;

/** The JSON text of the rows of a table, all of one block. */
function* listPieces(chain: ChainReader, table: AnyTable, { prefix, most, from }: Range): Iterable<string> {
  const onBlock = pinnedBlock(chain, chain.head().number);
  let next = from;
  for (let left = most; left > 0; ) {
    const { rows, following } = onBlock((height) =>
      firstRows(table.list(stateAt(chain, height), prefix, next), Math.min(left, rowsPerPiece)),
    );
    yield `${left === most ? '[' : ','}${rows.map((row) => rowText(table, row)).join()}`;
    left -= rows.length;
    if (following === undefined) break;
    [next] = following;
  }
  yield ']';
}

type Row = readonly [key: readonly unknown[], value: unknown];

function rowText({ keyParts: parts, value: codec }: AnyTable, [key, value]: Row): string {
  const row = { key: parts.map((part, at) => part.toPlain(key[at])), value: codec.toPlain(value) };
  return toAscii(writeJson(row));
}

function parseKey({ keyParts: parts }: AnyTable, key: readonly string[]): readonly unknown[] {
  try {
    return key.map((part, at) => parts[at]?.fromText(part));
  } catch (error) {
    if (error instanceof CodecError || error instanceof RangeError) {
      throw new RpcError(-32602, 'Invalid params', error.message);
    }
    throw error;
  }
}

function wrongKey({ name, keyParts: parts }: AnyTable): RpcError {
  return new RpcError(-32602, 'Invalid params', `the key of ${name} is ${parts.map((part) => part.name).join(', ')}`);
}
