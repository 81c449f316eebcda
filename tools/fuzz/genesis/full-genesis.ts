import type { GenesisDocument } from '#qord/chain/genesis/parse-genesis.ts';
import type { PlainData } from '#qord/kernel/codec/codec.ts';
import type { AnyTable } from '#qord/kernel/module-sdk/genesis.ts';
import { createModules } from '#qord/modules/index.ts';
import { isObject } from '#qord/primitives/objects.ts';
import { createMemoryStore } from '#qord/store/memory-store.ts';
import type { prepareChain } from '../../gas/prepared-chain/prepare.ts';
import { isDue } from '../../growth/clone-rows.ts';
import { copyRows } from '../../growth/copy-store.ts';
import type { PlainRow } from '../../growth/first-rows.ts';
import { openGrowingChain } from '../../growth/growing-chain.ts';
import { addedRows, allGrowths } from '../../growth/growth.ts';

/** Blocks and seconds after which rows become due that the prepared chain has none of. */
const [blocksUntilDue, secondsUntilDue] = [12, 50_000];
/** Milliseconds between the blocks that add rows: what the prepared chain has is not due meanwhile. */
const stepMs = 10;

/** A genesis that has a row of every table: the exported prepared chain, with a copy of a first row where it has none. */
export function fullGenesis(preparation: ReturnType<typeof prepareChain>): GenesisDocument {
  const store = createMemoryStore();
  copyRows(preparation.store, store);
  const growing = openGrowingChain(preparation.genesis, store);
  const { number, timestamp } = growing.chain.reader.head();
  const state = growing.chain.headState();
  const missing = allGrowths(preparation).filter(
    ({ originals: [first] }) => first && [...first.table.list(state)].length === 0,
  );
  // each takes a block
  const due = { height: number + missing.length + blocksUntilDue, time: timestamp + secondsUntilDue };
  for (const kind of missing) growing.grow(kind, due, 1, stepMs);
  return completed(growing.exported(), number, addedRows(preparation.chain));
}

/**
 * Copies have numbers above all others; those of blocks become one that the chain has. A table that is empty still gets a
 * row: a block has settled the copy, or its key is too small for one.
 */
function completed(
  document: GenesisDocument,
  height: number,
  added: Readonly<Record<string, PlainRow>>,
): GenesisDocument {
  const sections = createModules().map(({ name, tables }) => {
    const section = document.modules[name];
    const changed = tables.flatMap((table) => {
      const rows = isObject(section) ? section[table.name] : undefined;
      if (!Array.isArray(rows)) return [];
      const first = added[`${name}.${table.name}`];
      const all: readonly unknown[] = rows.length === 0 && first !== undefined ? [first] : rows;
      return [[table.name, all.map((row) => withKnownBlock(table, row, height))]];
    });
    return [name, { ...(isObject(section) && section), ...Object.fromEntries(changed) }] as const;
  });
  return { ...document, modules: { ...document.modules, ...Object.fromEntries(sections) } };
}

function withKnownBlock({ keyParts }: AnyTable, row: unknown, height: number): unknown {
  if (!isObject(row) || !Array.isArray(row.key)) return row;
  const key = row.key.map((plain: PlainData, at) => {
    const part = keyParts[at];
    const isLater = part?.isBlock === true && !isDue(part) && Number(plain) > height;
    return isLater ? height : plain;
  });
  return { ...row, key };
}
