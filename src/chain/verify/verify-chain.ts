import { totalSupply } from '../../kernel/supply.ts';
import { appendAll } from '../../primitives/append-all.ts';
import { stateFaults, totalBalance } from '../../state/state-fault.ts';
import { StateReader } from '../../state/state-reader.ts';
import { stateTables } from '../../state/tables.ts';
import { countRows } from '../../store/count-rows.ts';
import type { Reader } from '../../store/types.ts';
import { genesisHeight } from '../genesis/genesis-height.ts';
import { parseGenesis } from '../genesis/parse-genesis.ts';
import { accountIndexSize } from '../storage/account-index.ts';
import { blockParts } from '../storage/block-parts.ts';
import { hashIndexSize } from '../storage/hash-index.ts';
import { logIndexSize } from '../storage/log-index.ts';
import { readHeader } from '../storage/read-block.ts';
import { chainTables } from '../storage/tables.ts';
import { type ChainTotals, readGenesisText, readTotals } from '../storage/totals.ts';
import type { SealedHeader } from '../types.ts';
import { checkFaults, type DataFault } from './fault.ts';
import { blockFaults, type IndexCounts } from './verify-block.ts';

/** Called with the progress of the check. `stage` changes from 'blocks' to 'state'. */
export type VerifyProgress = (stage: 'blocks' | 'state', done: number, total: number) => void;

/** Number of reported faults: further ones are mostly of the same kind, or follow from these. */
const maxFaults = 50;

/**
 * Checks all data of a chain: every block with its roots and hashes, the indexes of blocks, transactions, logs and
 * accounts, and the state with its trees, history and supply. Returns the faults, none when the data are intact.
 * `checksSenders`: see `Expectation`. Takes about as long as the execution did; the memory grows with the number of
 * accounts.
 */
export function verifyChain(reader: Reader, checksSenders: boolean, onProgress: VerifyProgress): readonly DataFault[] {
  const totals = readTotals(reader);
  if (totals === undefined) return [{ place: 'chain', fault: 'there is none' }];
  const { first } = beginningOf(reader);
  const counts: IndexCounts = { transactions: 0, touchedAccounts: 0, logTerms: 0 };
  const faults = [...verifyBlocks(reader, totals, { first, counts, checksSenders, onProgress })];
  if (faults.length === 0)
    appendAll(
      faults,
      checkFaults('indexes', () => countFaults(reader, totals, first, counts)),
    );
  appendAll(faults, verifyState(reader, totals, onProgress));
  return faults.slice(0, maxFaults);
}

/** Height of the first block, and whether the chain is a fork. Throws when the document cannot be read. */
function beginningOf(reader: Reader): { readonly first: number; readonly isFork: boolean } {
  const document = parseGenesis(readGenesisText(reader) ?? '');
  return { first: genesisHeight(document), isFork: document.fork !== undefined };
}

type BlockWalk = {
  readonly first: number;
  readonly counts: IndexCounts;
  readonly checksSenders: boolean;
  readonly onProgress: VerifyProgress;
};

function verifyBlocks(
  reader: Reader,
  { head }: ChainTotals,
  { first, counts, checksSenders, onProgress }: BlockWalk,
): readonly DataFault[] {
  const faults: DataFault[] = [];
  const blocks = head + 1 - first;
  let parent: SealedHeader | undefined;
  for (let height = first; height <= head && faults.length < maxFaults; height++) {
    onProgress('blocks', height - first, blocks);
    let header: SealedHeader | undefined;
    const found = checkFaults(`block ${height}`, () => {
      header = readHeader(reader, height);
      if (header === undefined) return ['it is missing'];
      if (header.number !== height) return [`the stored header has number ${header.number}`];
      return blockFaults(reader, header, { parent, checksSenders }, counts);
    });
    appendAll(faults, found);
    parent = header;
  }
  onProgress('blocks', blocks, blocks);
  return faults;
}

/** Wrong numbers of rows: rows that refer to nothing, or are missing. */
function countFaults(
  reader: Reader,
  { head, transactions }: ChainTotals,
  first: number,
  counts: IndexCounts,
): readonly string[] {
  const blocks = head + 1 - first;
  const expected: readonly (readonly [what: string, stored: number, expected: number])[] = [
    ['transactions of the chain', transactions, counts.transactions],
    ['hashes in the index', hashIndexSize(reader), blocks + counts.transactions],
    ['accounts touched by blocks', accountIndexSize(reader), counts.touchedAccounts],
    ['terms of logs in the index', logIndexSize(reader), counts.logTerms],
    ['newest states', countRows(reader, stateTables.stateTotals), 1],
    ['headers', headersOf(reader), blocks],
  ];
  return expected
    .filter(([, stored, wanted]) => stored !== wanted)
    .map(([what, stored, wanted]) => `there are ${stored} ${what}, the blocks have ${wanted}`);
}

function headersOf(reader: Reader): number {
  let headers = 0;
  for (const [key] of reader.range(chainTables.blocks)) if (key[8] === blockParts.header) headers++;
  return headers;
}

function verifyState(reader: Reader, { head }: ChainTotals, onProgress: VerifyProgress): readonly DataFault[] {
  const accounts = countRows(reader, stateTables.accounts);
  let seen = 0;
  onProgress('state', 0, accounts);
  const found = checkFaults('state', () => stateFaults(reader, () => onProgress('state', ++seen, accounts)));
  const faults = found.length > 0 ? found : checkFaults('state', () => headFaults(reader, head));
  onProgress('state', accounts, accounts);
  return faults;
}

function headFaults(reader: Reader, head: number): readonly string[] {
  const state = new StateReader(reader);
  const { isFork } = beginningOf(reader); // accounts bring balances of the origin, which no supply counts
  const [supply, balances] = [totalSupply(state.head), totalBalance(reader)];
  const { height, root } = state.totals;
  const stateRoot = readHeader(reader, head)?.stateRoot;
  return [
    ...(isFork || supply === balances ? [] : [`the supply is ${supply} wei, the sum of all balances is ${balances}`]),
    ...(height === head ? [] : [`the newest state is that of block ${height}, the newest block is ${head}`]),
    ...(root === stateRoot ? [] : [`the root of the newest state is ${root}, that of the newest block ${stateRoot}`]),
  ];
}
