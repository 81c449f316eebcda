import { useSignal } from '@preact/signals';
import type { ModuleDeclaration, ModuleRecord } from '../../lib/modules/modules.ts';
import type { Json } from '../../lib/node/exact-json.ts';
import type { Schema } from '../../lib/node/openrpc.ts';
import { useRpc } from '../../lib/node/query.ts';
import { location, setQuery } from '../../lib/site/router.ts';
import { wordsOf } from '../../lib/text/unit-text.ts';
import { Async, Empty } from '../frame/states.tsx';
import { Table } from '../frame/table.tsx';
import { KeyPart } from '../values/key-part.tsx';
import { Value } from '../values/value.tsx';

type Row = { readonly key: readonly Json[]; readonly value: Json };

const pageSize = 50;

/** The records of a module: one is chosen, its rows are read page by page. */
export function RecordBrowser({ module }: { readonly module: ModuleDeclaration }) {
  const asked = location.value.query.get('record');
  const record = module.records.find(({ name }) => name === asked) ?? module.records[0];
  if (record === undefined) return <Empty>This module keeps no records.</Empty>;
  return (
    <div class="padded stack">
      <label class="row">
        <span class="hint">record</span>
        <select
          aria-label="record"
          value={record.name}
          onChange={({ currentTarget }) => setQuery({ record: currentTarget.value })}
        >
          {module.records.map(({ name, key }) => (
            <option key={name} value={name}>
              {name}
              {key === null ? '' : ` (by ${key.map((part) => part.name).join(', ')})`}
            </option>
          ))}
        </select>
      </label>
      <p class="hint">{record.doc}</p>
      {record.key === null ? (
        <Single module={module.name} record={record} />
      ) : (
        <Pages key={record.name} module={module.name} record={record} keys={record.key} />
      )}
    </div>
  );
}

type SingleProps = { readonly module: string; readonly record: ModuleRecord };

function Single({ module, record }: SingleProps) {
  const state = useRpc<Json>('qord_getRecord', [module, record.name], { live: true });
  return <Async state={state}>{(value) => <Value value={value} schema={record.schema} />}</Async>;
}

type PagesProps = SingleProps & { readonly keys: NonNullable<ModuleRecord['key']> };

function Pages({ module, record, keys }: PagesProps) {
  const prefix = useSignal('');
  /** first keys of the pages before this one; the first page has none */
  const starts = useSignal<readonly (readonly string[])[]>([]);
  const from = starts.value.at(-1) ?? null;
  const first = prefix.value.trim();
  const params = [module, record.name, first === '' ? [] : [first], pageSize + 1, from];
  const state = useRpc<readonly Row[]>('qord_listRecords', params, { live: true });
  const next = state.data?.[pageSize]?.key.map(String);
  return (
    <>
      <div class="row between">
        <label class="row">
          <span class="hint">only {keys[0]?.name}</span>
          <input
            class="mono"
            value={prefix.value}
            placeholder={keys[0]?.doc}
            onChange={({ currentTarget }) => {
              prefix.value = currentTarget.value;
              starts.value = [];
            }}
          />
        </label>
        <span class="row">
          <button
            type="button"
            disabled={starts.value.length === 0}
            onClick={() => {
              starts.value = starts.value.slice(0, -1);
            }}
          >
            ← back
          </button>
          <button
            type="button"
            disabled={next === undefined}
            onClick={() => {
              if (next !== undefined) starts.value = [...starts.value, next];
            }}
          >
            more →
          </button>
        </span>
      </div>
      <Async state={state}>
        {(rows) => <Rows rows={rows.slice(0, pageSize)} keys={keys} schema={record.schema} />}
      </Async>
    </>
  );
}

type RowsProps = Pick<PagesProps, 'keys'> & { readonly rows: readonly Row[]; readonly schema: Schema };

function Rows({ rows, keys, schema }: RowsProps) {
  if (rows.length === 0) return <Empty>No rows yet. They appear when calls or hooks of the module write them.</Empty>;
  return (
    <Table
      rows={rows}
      rowKey={({ key }) => JSON.stringify(key)}
      columns={[
        ...keys.map(({ name, doc }, at) => ({
          title: wordsOf(name),
          doc,
          cell: ({ key }: Row) => <KeyPart name={name} value={key[at]} />,
        })),
        { title: 'value', cell: ({ value }: Row) => <Value value={value} schema={schema} />, cellClass: 'wide' },
      ]}
    />
  );
}
