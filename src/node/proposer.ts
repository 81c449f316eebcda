import type { Chain } from '../chain/chain.ts';
import { activeValidators } from '../modules/staking/readers.ts';
import { parseNativeAccountText } from '../primitives/account-text.ts';
import { type Address, zeroAddress } from '../primitives/address.ts';
import { developmentAccountInText } from './development-identity.ts';
import { HomeError } from './home-error.ts';

/** The proposer of the next blocks. */
type Proposer = {
  /** the account that operates its validator; zero when the chain has no validators */
  readonly address: Address;
  /** whether this node produces its blocks: only the configuration can say that the operator is the validator */
  readonly isThisNode: boolean;
};

/**
 * The validator whose blocks the node makes: the one of `[consensus] proposer`. Without that, on development networks
 * the one with the most stake, and elsewhere none: blocks of a node without peers carry no signature, so only the
 * configuration says that the operator of this node is the validator. In a chain without validators any account may be
 * named; otherwise nobody could become one. Throws a HomeError.
 */
export function proposerOf(chain: Chain, configured: string): Proposer {
  const ranked = [...activeValidators(chain.headState())].sort((a, b) =>
    compare(b.validator.tokens, a.validator.tokens),
  );
  const first = ranked[0]?.operator ?? zeroAddress;
  const { network } = chain.reader.identity;
  if (configured === '') return { address: first, isThisNode: network === 'dev' };
  const account = accountOf(configured);
  if (network !== 'dev' && developmentAccountInText(account) !== undefined) {
    throw new HomeError({ code: 'development-account', place: '[consensus] proposer', address: account, network });
  }
  if (ranked.length === 0) return { address: account, isThisNode: true };
  const found = ranked.find(({ operator, validator }) => operator === account || validator.consensus === account);
  if (found === undefined) throw invalidProposer(`${configured} is not a validator of the active set`);
  return { address: found.operator, isThisNode: true };
}

function accountOf(configured: string): Address {
  try {
    return parseNativeAccountText(configured);
  } catch (error) {
    throw invalidProposer(error instanceof Error ? error.message : configured);
  }
}

function invalidProposer(reason: string): HomeError {
  return new HomeError({ code: 'no-proposer', reason });
}

function compare(left: bigint, right: bigint): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
