import { keccak256 } from '@qord/curves/keccak';
import { type Address, addressFromBytes, addressToBytes, toBech32 } from '../../primitives/address.ts';
import { concatBytes } from '../../primitives/bytes.ts';
import { keccakHash } from '../../primitives/crypto/keccak.ts';
import { fromHex } from '../../primitives/hex.ts';
import type { StateView, WorldState } from '../../state/types.ts';
import type { AssetKind } from './asset-limiter.ts';
import { catalogAssets } from './chain-catalog.ts';
import { assetTotals, balances, chains, genesisTokens, type Token } from './records.ts';

/*
 * Bridged assets as ERC-20 tokens. Those of the chains that every network has are native contracts. Those that only the
 * genesis of a network describes are contracts that delegate every call to one of them.
 */

/** All bridged assets have the unit of millionths. */
export const tokenDecimals = 6;

/** The address of an asset: the last 20 bytes of the Keccak-256 of `bridge token|chain|asset`, on every network. */
export function tokenAddress({ chain, asset }: AssetKind): Address {
  const text = new TextEncoder().encode(`bridge token|${chain}|${asset}`);
  return addressFromBytes(keccak256(text).subarray(12));
}

const catalogTokens: ReadonlyMap<Address, Token> = new Map(
  catalogAssets().map(({ chain, chainName, asset }) => [
    tokenAddress({ chain, asset }),
    { chain, asset, name: `${asset} of ${chainName}` },
  ]),
);

/** The tokens of the chains that every network has; the first is the one to which others delegate. */
export const firstToken = tokenAddress({ chain: 'ethereum', asset: 'USDC' });
export const otherTokens: readonly Address[] = [...catalogTokens.keys()].filter((address) => address !== firstToken);

/** The code of a contract that delegates every call to the first token (EIP-1167). */
const delegatingCode = concatBytes(
  fromHex('0x363d3d373d3d3d363d73'),
  addressToBytes(firstToken),
  fromHex('0x5af43d82803e903d91602b57fd5bf3'),
);
const delegatingCodeHash = keccakHash(delegatingCode);

/** Whether the account is a bridged token. */
export function isToken(state: StateView, address: Address): boolean {
  return catalogTokens.has(address) || genesisTokens.get(state, address) !== undefined;
}

/** The token at an address. Throws a RangeError where there is none. */
export function tokenAt({ state, self }: { readonly state: StateView; readonly self: Address }): Token {
  const token = catalogTokens.get(self) ?? genesisTokens.get(state, self);
  if (token === undefined) throw new RangeError(`${self} is no bridged token`);
  return token;
}

/** The address of an asset; undefined when this network does not bridge it. */
export function tokenOf(state: StateView, kind: AssetKind): Address | undefined {
  const address = tokenAddress(kind);
  return isToken(state, address) ? address : undefined;
}

/**
 * Makes tokens of the other assets of a genesis: those that its chains bridge, and that an account holds. Throws a
 * RangeError when the document has a contract at the address of one.
 */
export function addGenesisTokens(state: WorldState): void {
  for (const [[chain], { supported_assets }] of [...chains.list(state)])
    for (const asset of supported_assets) addToken(state, chain, asset);
  for (const table of [assetTotals, balances])
    for (const [[chain, asset]] of [...table.list(state)]) addToken(state, chain, asset);
}

function addToken(state: WorldState, chain: string, asset: string): void {
  const address = tokenAddress({ chain, asset });
  if (isToken(state, address)) return;
  const name = `${asset} of ${chains.get(state, chain)?.name ?? chain}`;
  genesisTokens.set(state, { chain, asset, name }, address);
  const present = state.account(address);
  if (present !== undefined && state.code(present.codeHash).length > 0 && present.codeHash !== delegatingCodeHash)
    throw new RangeError(`bridge: the account ${toBech32(address)} is the token ${name}, and can have no other code`);
  state.setAccount(address, { nonce: 1n, balance: present?.balance ?? 0n, codeHash: state.addCode(delegatingCode) });
}
