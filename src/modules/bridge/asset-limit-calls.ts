import { call, view } from '../../kernel/module-sdk/call.ts';
import { flagField, textField, uint } from '../../kernel/module-sdk/field.ts';
import { assetLimitOn } from './asset-limiter.ts';
import { chainNamed } from './chains.ts';
import type { Dependencies } from './dependencies.ts';
import { chainUpdatedEvent } from './events.ts';
import { fault } from './faults.ts';
import { limitsFault } from './limit-calls.ts';
import { currentLimiter } from './limiter.ts';
import { assetLimits } from './records.ts';
import { adminFault } from './roles.ts';

const chain = textField('name of the chain, such as ethereum');
const asset = textField('name of the asset, such as ETH');

export const setAssetLimits = (dependencies: Dependencies) =>
  call('setAssetLimits', {
    doc: 'Limit how much of one asset of a chain may move at once and per day, beside the limits of the chain, which add all its assets up: a millionth of any asset counts alike there. Twice zero takes the limits of the asset away. Only for the admin.',
    inputs: {
      chain,
      asset,
      maxSingleTransfer: uint(256, 'of one transfer, millionths of the asset'),
      dailyLimit: uint(256, 'of all within 24 hours, in and out'),
    },
    gas: 70_000n,
    example: ['ethereum', 'ETH', '100000000', '1000000000'],
    fault: (context, { chain: id, asset: name, maxSingleTransfer, dailyLimit }) => {
      const rejection = adminFault(dependencies, context);
      if (rejection !== undefined) return rejection;
      const known = chainNamed(context.state, id);
      if (known === undefined) return fault.chainNotOpen();
      if (!known.supported_assets.includes(name)) return fault.assetNotBridged();
      if (maxSingleTransfer === 0n && dailyLimit === 0n) return undefined;
      return limitsFault(maxSingleTransfer, dailyLimit);
    },
    run: ({ state, block, emit }, { chain: id, asset: name, maxSingleTransfer, dailyLimit }) => {
      const { last_reset_time: day } = currentLimiter(state, block, id);
      const limits = { max_single_transfer: maxSingleTransfer, daily_limit: dailyLimit };
      const none = { current_daily: 0n, attempted_daily: 0n, day };
      const counted = assetLimitOn(state, day, { chain: id, asset: name }) ?? none;
      if (dailyLimit === 0n) assetLimits.remove(state, id, name);
      else assetLimits.set(state, { ...counted, ...limits }, id, name);
      emit(chainUpdatedEvent.log({ chainId: id, status: chainNamed(state, id)?.status ?? '' }));
    },
  });

export const assetLimitsOf = view('assetLimitsOf', {
  doc: 'The limits that an asset has besides those of its chain.',
  inputs: { chain, asset },
  outputs: {
    isSet: flagField('whether it has any; else all others are 0'),
    maxSingleTransfer: uint(256, 'millionths of the asset'),
    dailyLimit: uint(256, 'the same'),
    dailyLeft: uint(256, 'what may still move today'),
  },
  gas: 6_000n,
  run: ({ state, block }, { chain: id, asset: name }) => {
    const known = chainNamed(state, id);
    const limit = known?.supported_assets.includes(name)
      ? assetLimitOn(state, currentLimiter(state, block, id).last_reset_time, { chain: id, asset: name })
      : undefined;
    if (limit === undefined) return { isSet: false, maxSingleTransfer: 0n, dailyLimit: 0n, dailyLeft: 0n };
    const { max_single_transfer: maxSingleTransfer, daily_limit: dailyLimit, current_daily } = limit;
    const dailyLeft = dailyLimit > current_daily ? dailyLimit - current_daily : 0n;
    return { isSet: true, maxSingleTransfer, dailyLimit, dailyLeft };
  },
});
