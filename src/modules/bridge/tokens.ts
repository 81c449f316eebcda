import { keccak256 } from '@qord/curves/keccak';
import { type Address, addressFromBytes } from '../../primitives/address.ts';
import type { AssetKind } from './asset-limiter.ts';
import { catalogAssets } from './chain-catalog.ts';

/** A bridged asset as an ERC-20 token. */
export type Token = AssetKind & {
  /** such as `USDC of Ethereum`: tokens of several chains have one symbol */
  readonly name: string;
};

/** All bridged assets have the unit of millionths. */
export const tokenDecimals = 6;

/** The address of an asset: the last 20 bytes of the Keccak-256 of `bridge token|chain|asset`, on every network. */
export function tokenAddress({ chain, asset }: AssetKind): Address {
  const text = new TextEncoder().encode(`bridge token|${chain}|${asset}`);
  return addressFromBytes(keccak256(text).subarray(12));
}

const tokens: ReadonlyMap<Address, Token> = new Map(
  catalogAssets().map(({ chain, chainName, asset }) => [
    tokenAddress({ chain, asset }),
    { chain, asset, name: `${asset} of ${chainName}` },
  ]),
);

/** The addresses of all tokens: those of the chains that every network has. */
export const tokenAddresses: readonly Address[] = [...tokens.keys()];

/** The token at an address. Throws a RangeError where there is none. */
export function tokenAt(address: Address): Token {
  const token = tokens.get(address);
  if (token === undefined) throw new RangeError(`${address} is no bridged token`);
  return token;
}

/** The address of an asset that is a token; undefined for one of a chain that only this network's genesis describes. */
export function tokenOf(kind: AssetKind): Address | undefined {
  const address = tokenAddress(kind);
  return tokens.has(address) ? address : undefined;
}
