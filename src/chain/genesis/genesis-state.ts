import { within } from '../../kernel/codec/codec.ts';
import { poolsOf, startPools } from '../../kernel/pools.ts';
import { countSupply } from '../../kernel/supply.ts';
import { type Address, zeroAddress } from '../../primitives/address.ts';
import { trimLeadingZeros } from '../../primitives/bytes.ts';
import { keccakHash } from '../../primitives/crypto/keccak.ts';
import { type Hash, zeroHash } from '../../primitives/hash.ts';
import { isHex } from '../../primitives/hex.ts';
import type { WorldState } from '../../state/types.ts';
import type { JournaledState } from '../../state/world-state.ts';
import type { ExecutionContext } from '../block-builder.ts';
import { deployHistoryContract, storeParentHash } from '../block-hash-history.ts';
import { environmentOf } from '../environment.ts';
import { nativeAddresses, nativeCode } from '../native-code.ts';
import { genesisHeight } from './genesis-height.ts';
import { type GenesisAccount, type GenesisDocument, GenesisDocumentError } from './parse-genesis.ts';

/**
 * Writes the genesis state: system contract, native contracts, accounts, then the section of each module in order, and
 * last the resulting supply. Throws a GenesisDocumentError when a section belongs to no module.
 */
export function writeGenesisState(
  document: GenesisDocument,
  { modules, natives }: ExecutionContext,
  state: JournaledState,
): void {
  deployHistoryContract(state);
  for (const address of nativeAddresses({ modules, natives })) putNative(state, address);
  for (const [address, account] of document.alloc) putAccount(state, address, account);
  const known = new Set(modules.map(({ name }) => name));
  const unknown = Object.keys(document.modules).find((name) => !known.has(name));
  if (unknown !== undefined) throw new GenesisDocumentError(`modules: there is no module ${unknown}`);
  const rules = { chainId: BigInt(document.chainId), genesisHash: zeroHash, parameters: document.parameters };
  const block = environmentOf(genesisFields(document), rules, () => document.fork?.blockHash);
  if (document.fork !== undefined) storeParentHash(state, block);
  if (document.fork?.modules === 'origin') return; // their records are in the accounts
  for (const { name, initGenesis } of modules) {
    within(`modules.${name}`, () => initGenesis?.({ state, block }, document.modules[name], document.network));
  }
  startPools(state, poolsOf({ modules }));
  countSupply(state, genesisHeight(document), state.minted, state.burned);
}

/** The header fields of the genesis block that do not depend on its state. */
export function genesisFields(document: GenesisDocument) {
  const { timestamp, extraData, parameters, fork } = document;
  return {
    number: genesisHeight(document),
    parentHash: fork?.blockHash ?? zeroHash,
    miner: zeroAddress,
    timestamp,
    extraData,
    prevRandao: rulesHash(document),
    gasLimit: parameters.gasLimit,
    gasUsed: 0n,
    baseFee: parameters.baseFeeFloor,
  };
}

/** prevRandao of block 0: makes the genesis hash commit to the parameters, which are not in the state. */
function rulesHash({ network, chainId, parameters }: GenesisDocument): Hash {
  const { gasLimit, baseFeeFloor, maxBlockBytes, maxTransactionGas, maxCodeBytes } = parameters;
  const rules: unknown[] = [network, chainId, gasLimit, baseFeeFloor, maxBlockBytes];
  if (maxTransactionGas !== undefined) rules.push(maxTransactionGas);
  if (maxCodeBytes !== undefined) rules.push(`code ${maxCodeBytes}`);
  return keccakHash(Buffer.from(rules.join(), 'ascii'));
}

function putNative(state: WorldState, address: Address): void {
  state.setAccount(address, { nonce: 1n, balance: 0n, codeHash: state.addCode(nativeCode) });
}

/**
 * Merges the document's account into an existing one, so that a native contract can be given a balance. Slots of
 * contracts are words, stored without leading zeros; records of modules are stored as given.
 */
function putAccount(state: WorldState, address: Address, { balance, nonce, code, storage }: GenesisAccount): void {
  const present = state.account(address);
  const codeHash = code.length === 0 && present !== undefined ? present.codeHash : state.addCode(code);
  const mergedNonce = nonce === 0n && present !== undefined ? present.nonce : nonce;
  state.setAccount(address, { nonce: mergedNonce, balance: 0n, codeHash });
  state.mint(address, balance);
  for (const [key, value] of Object.entries(storage)) {
    if (isHex(key)) state.setEntry(address, key, present === undefined ? trimLeadingZeros(value) : value);
  }
}
