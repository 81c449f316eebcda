import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { NativeModule } from '#qord/kernel/module-sdk/define-module.ts';
import { assetTotals } from '#qord/modules/bridge/records.ts';
import { createModules } from '#qord/modules/index.ts';
import { openModuleChain } from '#qord/testing/module-chain.ts';
import { prepareChain } from '../../gas/prepared-chain/prepare.ts';
import { createBridgeCheck } from './check-bridge.ts';

test('totals of the bridge that are not the sums of its records are found', () => {
  let isWrong = false;
  /** Counts a millionth more of each asset in a block. */
  const miscounting = (module: NativeModule): NativeModule =>
    module.name !== 'bridge'
      ? module
      : {
          ...module,
          endBlock: (context) => {
            module.endBlock?.(context);
            if (!isWrong) return;
            for (const [[chain, asset], total] of [...assetTotals.list(context.state)])
              assetTotals.set(context.state, { ...total, total_minted: total.total_minted + 1n }, chain, asset);
          },
        };
  const { exported } = prepareChain();
  const network = openModuleChain(exported(), createModules().map(miscounting));
  const check = createBridgeCheck();
  const found = () => {
    network.mine();
    return check(network);
  };
  assert.deepEqual(found(), []);
  assert.deepEqual(found(), []);
  isWrong = true;
  assert.ok(
    found().includes('total_minted ethereum USDC of the bridge differs by 1 from the sum of its records, before by 0'),
  );
});
