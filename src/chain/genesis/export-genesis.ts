import type { Address } from '../../primitives/address.ts';
import { emptyBytes } from '../../primitives/bytes.ts';
import { allAccounts } from '../../state/all-accounts.ts';
import type { Account, StateView } from '../../state/contract.ts';
import { StateReader } from '../../state/state-reader.ts';
import type { Reader } from '../../store/contract.ts';
import { ChainError } from '../chain-error.ts';
import type { Machine } from '../draft.ts';
import { historyContract } from '../history-contract.ts';
import { readHeader } from '../storage/read-block.ts';
import { readGenesisText, readTotals } from '../storage/totals.ts';
import { nativeAddresses } from './genesis-state.ts';
import { type GenesisAccount, type GenesisDocument, parseGenesis } from './parse-genesis.ts';

/**
 * A genesis document with the newest state of the chain in the store: another chain that begins where this one is, at
 * the time of its newest block. Throws a ChainError when there is no chain.
 */
export function exportGenesis(reader: Reader, machine: Pick<Machine, 'modules' | 'natives'>): GenesisDocument {
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

function exportSections(
  state: StateView,
  height: number,
  { modules }: Pick<Machine, 'modules'>,
): Record<string, unknown> {
  const sections = modules.map(({ name, exportGenesis: section }) => [name, section?.(state, height)] as const);
  return Object.fromEntries(sections.filter(([, section]) => section !== undefined));
}

/** The system contract starts anew with the chain. Of native contracts only coins stand here: their records are sections. */
function exportAccounts(
  reader: Reader,
  state: StateView,
  machine: Pick<Machine, 'modules' | 'natives'>,
): ReadonlyMap<Address, GenesisAccount> {
  const native = nativeAddresses(machine);
  const accounts = new Map<Address, GenesisAccount>();
  for (const [address, account] of allAccounts(reader)) {
    if (address === historyContract) continue;
    if (!native.has(address)) accounts.set(address, exportAccount(state, address, account));
    else if (account.balance > 0n) accounts.set(address, coinsOnly(account));
  }
  return accounts;
}

function exportAccount(state: StateView, address: Address, { balance, nonce, codeHash }: Account): GenesisAccount {
  return { balance, nonce, code: state.code(codeHash), storage: Object.fromEntries(state.entries(address, '0x')) };
}

function coinsOnly({ balance }: Account): GenesisAccount {
  return { balance, nonce: 0n, code: emptyBytes, storage: {} };
}
