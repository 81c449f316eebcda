import { burnedPartOfFees } from '../../../modules/readers.ts';
import { formatDecimal } from '../../../primitives/decimal/decimal.ts';
import { define } from '../../dispatch/define.ts';
import type { Methods } from '../../method.ts';
import { blockhashLifetime, isRecentBlockhash, toBlockhash } from '../blockhash.ts';
import { headState, withContext } from '../context.ts';
import { invalidParams, noSnapshot } from '../errors.ts';
import { anySlot, contextParam, headFor } from '../params/context-options.ts';
import { keyParam } from '../params/keys.ts';
import { type AccountDependencies, readAccount } from '../read-account.ts';
import { contextOf, object, orNull } from '../schemas.ts';
import { nextBaseFee, transferGas, transferLamports } from '../transfer-fee.ts';
import { blockhashParam } from './fee-methods.ts';

/** Nothing limits a fee. */
const noLimit = 2n ** 64n - 1n;

/** Old names of methods, and what they are called now. */
const renamed = {
  getConfirmedBlock: 'getBlock',
  getConfirmedBlocks: 'getBlocks',
  getConfirmedBlocksWithLimit: 'getBlocksWithLimit',
  getConfirmedTransaction: 'getTransaction',
  getConfirmedSignaturesForAddress2: 'getSignaturesForAddress',
};

/** Methods that version 1.18 of the SVM's own node still has, although it calls them deprecated. */
export function deprecatedMethods(current: Methods, dependencies: AccountDependencies): Methods {
  const { chain } = dependencies;
  const feeCalculator = () => ({ lamportsPerSignature: transferLamports(nextBaseFee(chain)) });
  return {
    ...formerNames(current),
    getRecentBlockhash: define(
      'Deprecated: hash of the newest block, and lamports that a plain transfer costs.',
      [contextParam],
      contextOf(object),
      ([options]) => {
        const head = headFor(chain, options);
        return withContext(head.number, { blockhash: toBlockhash(head.hash), feeCalculator: feeCalculator() });
      },
    ),
    getFees: define(
      'Deprecated: the same, and how long the hash counts as recent.',
      [contextParam],
      contextOf(object),
      ([options]) => {
        const { number, hash } = headFor(chain, options);
        const last = number + blockhashLifetime;
        const validity = { lastValidSlot: last, lastValidBlockHeight: last };
        return withContext(number, { blockhash: toBlockhash(hash), feeCalculator: feeCalculator(), ...validity });
      },
    ),
    getFeeCalculatorForBlockhash: define(
      'Deprecated: lamports that a plain transfer costs; null when the block hash is too old.',
      [blockhashParam, contextParam],
      contextOf(orNull(object)),
      ([blockhash, options]) => {
        const head = headFor(chain, options);
        const isRecent = isRecentBlockhash(chain, head, blockhash);
        return withContext(head.number, isRecent ? { feeCalculator: feeCalculator() } : null);
      },
    ),
    getFeeRateGovernor: define(
      'Deprecated: the least that a plain transfer costs, how many of them leave the fee as it is, and the part of fees ' +
        'that is burned. Nothing limits a fee.',
      [],
      contextOf(object),
      () => {
        const { slot, state } = headState(chain, anySlot);
        const least = transferLamports(chain.states.baseFeeFloor());
        const feeRateGovernor = {
          burnPercent: Math.round(Number(formatDecimal(burnedPartOfFees(state))) * 100),
          maxLamportsPerSignature: noLimit,
          minLamportsPerSignature: least,
          targetLamportsPerSignature: least,
          targetSignaturesPerSlot: chain.head().gasLimit / 2n / transferGas,
        };
        return withContext(slot, { feeRateGovernor });
      },
    ),
    getSnapshotSlot: define('Deprecated, and always an error: this node makes no snapshots.', [], object, () => {
      throw noSnapshot();
    }),
    getStakeActivation: define(
      'Deprecated, and always an error: stake is with the module staking, not in accounts of the SVM.',
      [keyParam('pubkey', 'The account, in base58.'), contextParam],
      object,
      ([key, options]) => {
        const isThere = readAccount(dependencies, headState(chain, options), key.bytes) !== undefined;
        throw invalidParams(`Invalid param: ${isThere ? 'not a stake account' : 'account not found'}`);
      },
    ),
  };
}

function formerNames(current: Methods): Methods {
  const former = Object.entries(renamed).map(([name, now]) => {
    const method = current[now];
    if (method === undefined) throw new Error(`no method ${now}`);
    return [name, { ...method, summary: `Deprecated: the former name of \`${now}\`.` }];
  });
  return Object.fromEntries(former);
}
