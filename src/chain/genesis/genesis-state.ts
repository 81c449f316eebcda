import { countSupply, supplyAccount } from '../../kernel/supply.ts';
import { type Address, zeroAddress } from '../../primitives/address.ts';
import { trimLeadingZeros } from '../../primitives/bytes.ts';
import { keccakHash } from '../../primitives/crypto/keccak.ts';
import { type Hash, zeroHash } from '../../primitives/hash.ts';
import { isHex } from '../../primitives/hex.ts';
import type { WorldState } from '../../state/types.ts';
import type { JournaledState } from '../../state/world-state.ts';
import type { ExecutionContext } from '../block-builder.ts';
import { deployHistoryContract } from '../block-hash-history.ts';
import { environmentOf } from '../environment.ts';
import { type GenesisAccount, type GenesisDocument, GenesisDocumentError } from './parse-genesis.ts';

/** Native contracts carry the opcode INVALID as code: Solidity calls only what has code, and none of it ever runs. */
const nativeCode = Uint8Array.of(0xfe);

/**
 * Writes the genesis state: system contract, native contracts, accounts, then each module's section in their order, and
 * last the supply that came of it.
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
  const block = environmentOf(genesisFields(document), BigInt(document.chainId), () => undefined);
  for (const { name, initGenesis } of modules) initGenesis?.({ state, block }, document.modules[name]);
  countSupply(state, 0, state.minted, state.burned);
}

/** The header fields of block 0 that do not follow from its state. */
export function genesisFields(document: GenesisDocument) {
  const { timestamp, extraData, parameters } = document;
  return {
    number: 0,
    parentHash: zeroHash,
    miner: zeroAddress,
    timestamp,
    extraData,
    prevRandao: rulesHash(document),
    gasLimit: parameters.gasLimit,
    gasUsed: 0n,
    baseFee: parameters.baseFeeFloor,
  };
}

/** Stands where later blocks have their randomness, so that the genesis hash commits to what the state does not hold. */
function rulesHash({ network, chainId, parameters }: GenesisDocument): Hash {
  const { gasLimit, baseFeeFloor, maxBlockBytes } = parameters;
  return keccakHash(Buffer.from([network, chainId, gasLimit, baseFeeFloor, maxBlockBytes].join(), 'ascii'));
}

/** Every address where a module answers. Precompiles of Ethereum stay without code, as there. */
export function nativeAddresses({
  modules,
  natives,
}: Pick<ExecutionContext, 'modules' | 'natives'>): ReadonlySet<Address> {
  const stateful = natives.addresses.filter((address) => natives.at(address)?.stateful === true);
  return new Set([supplyAccount, ...modules.map(({ address }) => address), ...stateful]);
}

function putNative(state: WorldState, address: Address): void {
  state.setAccount(address, { nonce: 1n, balance: 0n, codeHash: state.addCode(nativeCode) });
}

/**
 * Lays the document's account over what stands there already, so that a native contract can be given coins. Slots of
 * contracts are words: leading zeros go. Records of modules are taken as they are.
 */
function putAccount(state: WorldState, address: Address, { balance, nonce, code, storage }: GenesisAccount): void {
  const present = state.account(address);
  const codeHash = code.length === 0 && present !== undefined ? present.codeHash : state.addCode(code);
  const laidOver = nonce === 0n && present !== undefined ? present.nonce : nonce;
  state.setAccount(address, { nonce: laidOver, balance: 0n, codeHash });
  state.mint(address, balance);
  for (const [key, value] of Object.entries(storage)) {
    if (isHex(key)) state.setEntry(address, key, present === undefined ? trimLeadingZeros(value) : value);
  }
}
