/** A small state and the engine, in this process. */
import { createEngine } from '../../dist/evm/engine.js';
import { emptyView } from '../../dist/state/empty-view.js';
import { createWorldState } from '../../dist/state/world-state.js';
import { settings } from './process.mjs';

const zeroHash = `0x${'00'.repeat(32)}`;
export const caller = `0x${'aa'.repeat(20)}`;
/** more than any loop needs, and enough to hand on 1,024 times all but a 64th */
export const gas = 1_000_000_000_000n;

const block = {
  fork: 'osaka',
  chainId: BigInt(settings.chainId),
  number: 1n,
  timestamp: 1_700_000_000n,
  gasLimit: BigInt(settings.gasLimit),
  baseFee: 0n,
  blobBaseFee: 1n,
  prevRandao: zeroHash,
  coinbase: `0x${'cc'.repeat(20)}`,
  blockHash: () => zeroHash,
};

/** An engine over a small state in memory. */
export function createHarness(engine = createEngine()) {
  const state = createWorldState(emptyView);
  const options = { natives: { at: () => undefined, addresses: [] }, shouldStop: () => false };
  return {
    put(address, code) {
      state.setAccount(address, { nonce: 1n, balance: 0n, codeHash: state.addCode(code) });
    },
    /** Runs a call and reverts its changes. */
    call(to, data) {
      const mark = state.snapshot();
      const message = { caller, origin: caller, to, value: 0n, data, gas, gasPrice: 0n };
      const lists = { blobHashes: [], accessList: [], warmAccounts: [], refund: 0n };
      const started = performance.now();
      const outcome = engine.run(block, { ...message, ...lists }, state, options);
      const ms = performance.now() - started;
      state.revert(mark);
      if (outcome.status !== 'success') throw new Error(`the call ended with ${outcome.halt ?? outcome.status}`);
      return { ms, gasUsed: gas - outcome.gasLeft, output: `0x${Buffer.from(outcome.output).toString('hex')}` };
    },
  };
}
