import { setChainId } from '#qord/kernel/chain-id.ts';
import type { Address } from '#qord/primitives/address.ts';
import { trimLeadingZeros } from '#qord/primitives/bytes.ts';
import { hashFromNumber } from '#qord/primitives/hash.ts';
import { fromHex } from '#qord/primitives/hex.ts';
import { quantity } from '#qord/primitives/quantity.ts';
import { emptyAccount } from '#qord/state/account.ts';
import type { WorldState } from '#qord/state/types.ts';
import type { Random } from '#qord/testing/random/random.ts';
import type { ModelAccount } from './accounts.ts';

/** A change of the state that a development network makes on demand: what is asked, and what it must come to. */
export type Amendment = {
  readonly method: string;
  readonly params: readonly unknown[];
  /** a read that shows it, and its answer when nobody else changes the account */
  readonly read?: readonly [method: string, params: readonly unknown[], expected: string];
  /** What happens to the state. */
  readonly change: (state: WorldState) => void;
  /** What happens to an account that the model knows. */
  readonly account?: readonly [address: Address, after: (before: ModelAccount) => ModelAccount];
};

const weiPerQor = 10n ** 18n;
/** The chain id of the genesis. */
const genesisId = 9800n;
const code = '0x60005460010160005500';

/** A change of one account. */
export function amendmentOf(random: Random, address: Address): Amendment {
  const wei = BigInt(10_000 + random.below(10_000)) * weiPerQor;
  return random.pick([setBalance, addBalance, setNonce, setCode, setStorage])(address, wei, BigInt(random.below(3)));
}

/** Gives the account so much. */
export function setBalance(address: Address, wei: bigint): Amendment {
  return {
    method: 'setBalance',
    params: [address, quantity(wei)],
    read: ['eth_getBalance', [address, 'latest'], quantity(wei)],
    change: (state) => {
      const before = state.balance(address);
      if (wei > before) state.mint(address, wei - before);
      else state.burn(address, before - wei);
    },
    account: [address, ({ nonce }) => ({ nonce, balance: wei })],
  };
}

function addBalance(address: Address, wei: bigint): Amendment {
  return {
    method: 'addBalance',
    params: [address, quantity(wei)],
    change: (state) => state.mint(address, wei),
    account: [address, ({ nonce, balance }) => ({ nonce, balance: balance + wei })],
  };
}

function setNonce(address: Address, wei: bigint): Amendment {
  const nonce = wei / weiPerQor;
  return {
    method: 'setNonce',
    params: [address, quantity(nonce)],
    read: ['eth_getTransactionCount', [address, 'latest'], quantity(nonce)],
    change: (state) => state.setAccount(address, { ...(state.account(address) ?? emptyAccount), nonce }),
    account: [address, ({ balance }) => ({ nonce, balance })],
  };
}

function setCode(address: Address): Amendment {
  const change = (state: WorldState) =>
    state.setAccount(address, { ...(state.account(address) ?? emptyAccount), codeHash: state.addCode(fromHex(code)) });
  return { method: 'setCode', params: [address, code], read: ['eth_getCode', [address, 'latest'], code], change };
}

function setStorage(address: Address, value: bigint, slot: bigint): Amendment {
  const [key, word] = [hashFromNumber(slot), hashFromNumber(value)];
  return {
    method: 'setStorageAt',
    params: [address, quantity(slot), word],
    read: ['eth_getStorageAt', [address, quantity(slot), 'latest'], word],
    change: (state) => state.setEntry(address, key, trimLeadingZeros(fromHex(word))),
  };
}

/** Another chain id, for blocks after this one. */
export function setChain(id: bigint): Amendment {
  return {
    method: 'setChainId',
    params: [quantity(id)],
    read: ['eth_chainId', [], quantity(id)],
    change: (state) => setChainId(state, id, genesisId),
  };
}
