import { emptyBytes } from '../../primitives/bytes.ts';
import { allAccounts } from '../../state/all-accounts.ts';
import { StateReader } from '../../state/state-reader.ts';
import type { StateView } from '../../state/types.ts';
import type { Reader } from '../../store/types.ts';
import type { ExecutionContext } from '../block-builder.ts';
import { historyContract } from '../block-hash-history.ts';
import { ChainError } from '../chain-error.ts';
import { readHeader } from '../storage/read-block.ts';
import { readGenesisText, readTotals } from '../storage/totals.ts';
import type { GenesisSource } from './format-genesis.ts';
import { nativeAddresses } from './genesis-state.ts';
import { parseGenesis } from './parse-genesis.ts';

type Natives = Pick<ExecutionContext, 'modules' | 'natives'>;

/**
 * A genesis document with the newest state of the chain in the store: another chain that begins where this one is, at
 * the time of its newest block. Accounts and sections are read while they are written; the reader stays at one commit
 * meanwhile. Throws a ChainError when there is no chain.
 */
export function exportGenesis(reader: Reader, machine: Natives): GenesisSource {
  const text = readGenesisText(reader);
  const head = readHeader(reader, readTotals(reader)?.head ?? 0);
  if (text === undefined || head === undefined) throw new ChainError({ code: 'genesis-missing' });
  const state = new StateReader(reader).head;
  return {
    ...parseGenesis(text),
    timestamp: head.timestamp,
    extraData: emptyBytes,
    alloc: exportAccounts(reader, state, machine),
    modules: exportSections(state, head.number, machine),
  };
}

function* exportSections(state: StateView, height: number, { modules }: Natives): GenesisSource['modules'] {
  for (const { name, exportGenesis: section } of modules) yield [name, section?.(state, height)];
}

/** The system contract starts anew with the chain. Of native contracts only coins stand here: their records are sections. */
function* exportAccounts(reader: Reader, state: StateView, machine: Natives): GenesisSource['alloc'] {
  const native = nativeAddresses(machine);
  for (const [address, { balance, nonce, codeHash }] of allAccounts(reader)) {
    if (address === historyContract) continue;
    if (!native.has(address)) {
      const storage = state.hasEntries(address) ? state.entries(address, '0x') : undefined;
      yield [address, { balance, nonce, code: state.code(codeHash), storage }];
    } else if (balance > 0n) yield [address, { balance, nonce: 0n, code: emptyBytes, storage: undefined }];
  }
}
