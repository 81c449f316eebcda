import assert from 'node:assert/strict';
import { test } from 'node:test';
import { environmentOf } from '../chain/environment.ts';
import { ExecutionStoppedError } from '../kernel/engine.ts';
import { joinNatives } from '../kernel/natives.ts';
import { parseAddress, zeroAddress } from '../primitives/address.ts';
import { zeroHash } from '../primitives/hash.ts';
import { emptyView } from '../state/empty-view.ts';
import { createWorldState } from '../state/world-state.ts';
import { accountOf } from '../testing/sign-from.ts';
import { createEngine } from './engine.ts';
import { precompiles } from './precompiles/precompiles.ts';

const sha256 = parseAddress(`0x${'02'.padStart(40, '0')}`);
/** Of sha256 with 32 bytes (yellow paper, appendix E). */
const price = 72n;

test('a native call that costs more than the limit stops the run before it begins', () => {
  const natives = joinNatives(precompiles('osaka'), []);
  const header = { number: 1, timestamp: 1, gasLimit: 1n, baseFee: 1n, prevRandao: zeroHash, miner: zeroAddress };
  const parameters = { gasLimit: 1n, baseFeeFloor: 1n, maxBlockBytes: 65_536 };
  const block = environmentOf(header, { chainId: 9800n, genesisHash: zeroHash, parameters }, () => undefined);
  const state = createWorldState(emptyView);
  const caller = accountOf(0);
  const message = {
    ...{ caller, origin: caller, to: sha256, value: 0n, data: new Uint8Array(32), gas: 1_000n, gasPrice: 0n },
    ...{ blobHashes: [], accessList: [], warmAccounts: [], refund: 0n },
  };
  const engine = createEngine();
  const run = (maxNativeGas: bigint | undefined) => engine.run(block, message, state, { natives, maxNativeGas });
  const snapshot = state.snapshot();
  assert.throws(() => run(price - 1n), ExecutionStoppedError);
  assert.equal(state.snapshot(), snapshot, 'nothing has changed');
  for (const limit of [price, undefined]) {
    const { status, gasLeft } = run(limit);
    assert.deepEqual([status, gasLeft], ['success', 1_000n - price]);
  }
});
