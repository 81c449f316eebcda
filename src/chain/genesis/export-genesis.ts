import { chainIdAfter } from '../../kernel/chain-id.ts';
import { emptyBytes } from '../../primitives/bytes.ts';
import { allAccounts } from '../../state/all-accounts.ts';
import { StateReader } from '../../state/state-reader.ts';
import type { StateView } from '../../state/types.ts';
import type { Reader } from '../../store/types.ts';
import type { ExecutionContext } from '../block-builder.ts';
import { historyContract } from '../block-hash-history.ts';
import { ChainError } from '../chain-error.ts';
import { nativeAddresses } from '../native-code.ts';
import { readHeader } from '../storage/read-block.ts';
import { readGenesisText, readTotals } from '../storage/totals.ts';
import type { GenesisSource } from './format-genesis.ts';
import { parseGenesis } from './parse-genesis.ts';

type Natives = Pick<ExecutionContext, 'modules' | 'natives'>;

/**
 * A genesis document with the newest state of the chain in the store, for a new chain that continues from there, at the
 * height and time of the newest block. Accounts and sections are read while they are written; the reader must stay at one commit.
 * Throws a ChainError when there is no chain, or a fork, most of whose state is not in the store.
 */
export function exportGenesis(reader: Reader, context: Natives): GenesisSource {
  const text = readGenesisText(reader);
  const head = readHeader(reader, readTotals(reader)?.head ?? 0);
  if (text === undefined || head === undefined) throw new ChainError({ code: 'genesis-missing' });
  const document = parseGenesis(text);
  if (document.fork !== undefined) throw new ChainError({ code: 'fork-export' });
  const state = new StateReader(reader).head;
  return {
    ...document,
    chainId: Number(chainIdAfter(state, { ...document, chainId: BigInt(document.chainId) })),
    timestamp: head.timestamp,
    initialHeight: head.number + 1,
    extraData: emptyBytes,
    alloc: exportAccounts(reader, state, context),
    modules: exportSections(state, context),
  };
}

function* exportSections(state: StateView, { modules }: Natives): GenesisSource['modules'] {
  for (const { name, exportGenesis: section } of modules) yield [name, section?.(state)];
}

/**
 * Without the system contract, which every genesis creates. Native contracts only have a balance here: their records
 * are in the sections.
 */
function* exportAccounts(reader: Reader, state: StateView, context: Natives): GenesisSource['alloc'] {
  const native = nativeAddresses(context);
  for (const [address, { balance, nonce, codeHash }] of allAccounts(reader)) {
    if (address === historyContract) continue;
    if (!native.has(address)) {
      const storage = state.hasEntries(address) ? state.entries(address, '0x') : undefined;
      yield [address, { balance, nonce, code: state.code(codeHash), storage }];
    } else if (balance > 0n) yield [address, { balance, nonce: 0n, code: emptyBytes, storage: undefined }];
  }
}
