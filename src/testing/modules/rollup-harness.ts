import assert from 'node:assert/strict';
import type { PlainData } from '../../kernel/codec/codec.ts';
import { treasury } from '../../kernel/module-account.ts';
import { countHeld } from '../../kernel/pools.ts';
import { rdkAddress } from '../../modules/addresses.ts';
import { createRdk } from '../../modules/rdk/index.ts';
import type { AbiRecord } from '../../primitives/abi/value.ts';
import type { Address } from '../../primitives/address.ts';
import { emptyBytes } from '../../primitives/bytes.ts';
import { developmentAccounts } from '../../primitives/development-accounts.ts';
import { weiToUqor } from '../../primitives/units.ts';
import { createModuleHarness, type ModuleCallResult, type ModuleHarness } from '../module-harness.ts';

const [chief, alice, bob, carol] = developmentAccounts.map(({ address }) => address);
assert.ok(chief && alice && bob && carol);

/** The authority, who is also the only validator, and three others; each with a million QOR. */
export const rollupAccounts = { chief, alice, bob, carol };
export const qor = 1_000_000n;
export const zeroWord = new Uint8Array(32);
/** A root that is not zero. */
export const root = (byte: number) => new Uint8Array(32).fill(byte);

type RollupHarness = {
  readonly harness: ModuleHarness;
  call(caller: Address, name: string, inputs: AbiRecord): ModuleCallResult;
  query(name: string, ...args: readonly unknown[]): PlainData;
  /** Creates a rollup of alice with the least stake. */
  create(rollupId: string, profile: string): void;
  /** Submits the next batch, as alice unless the changes name another; the state root is made of its index. */
  submit(rollupId: string, batchIndex: number, changes?: AbiRecord & { readonly caller?: Address }): ModuleCallResult;
  /** uqor of everybody, the module and the treasury, and what was burned */
  held(): bigint;
  statusOf(rollupId: string, batchIndex: number): string;
};

/** A harness with the module alone and a challenge window of 60 seconds unless the parameters say otherwise. */
export function openRollupHarness(params: Readonly<Record<string, unknown>> = {}): RollupHarness {
  const rdk = createRdk({
    isAuthority: (_, account) => account === chief,
    operatesActiveValidator: (_, account) => account === chief,
    burnCoins: ({ state }, from, wei) => {
      state.burn(from, wei);
      countHeld(state, from, -wei);
    },
    registerLayer: (_, id) => (id === 'taken' ? '' : id),
    updateLayer: () => undefined,
    moveLayer: () => undefined,
  });
  const harness = createModuleHarness([rdk], { rdk: { params: { default_challenge_window: 60, ...params } } });
  const all = Object.values(rollupAccounts);
  for (const account of all) harness.fund(account, 1_000_000n * qor);
  const call = (caller: Address, name: string, inputs: AbiRecord) => harness.call(rdk, caller, name, inputs);
  const query = (name: string, ...args: readonly unknown[]) => harness.query(rdk, name, ...args);
  return {
    harness,
    call,
    query,
    create: (rollupId, profile) => {
      const created = call(rollupAccounts.alice, 'createRollup', { rollupId, profile, stake: 10_000n * qor, vm: '' });
      assert.deepEqual(created, { outputs: { layerId: rollupId } });
    },
    submit: (rollupId, batchIndex, { caller = rollupAccounts.alice, ...changes } = {}) =>
      call(caller as Address, 'submitBatch', { ...batchInputs(rollupId, batchIndex), ...changes }),
    held: () =>
      [rdkAddress, treasury, ...all].reduce(
        (sum, account) => sum + harness.balance(account),
        weiToUqor(harness.state.burned),
      ),
    statusOf: (rollupId, batchIndex) =>
      (query('qor_getSettlementBatch', rollupId, batchIndex) as { status: string }).status,
  };
}

/** A batch without data, withdrawals and proof. */
export function batchInputs(rollupId: string, batchIndex: number) {
  return {
    rollupId,
    batchIndex: BigInt(batchIndex),
    stateRoot: root(batchIndex),
    prevStateRoot: zeroWord,
    txCount: 7n,
    dataHash: zeroWord,
    withdrawalsRoot: zeroWord,
    proof: emptyBytes,
  };
}

/** The result of a rejected call. */
export const rejected = (text: string) => ({ rejection: `rdk: ${text}` });
