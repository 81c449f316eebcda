import assert from 'node:assert/strict';
import { test } from 'node:test';
import { weiPerUqor } from '../../primitives/units.ts';
import { genesisWith, type ModuleChain, openModuleChain } from '../../testing/module-chain.ts';
import { accountOf } from '../../testing/sign-from.ts';
import { testConsensusKey } from '../../testing/signing/consensus-keys.ts';
import { validatorsSection } from './genesis.ts';
import { validators } from './records.ts';
import { redelegations, redelegationsByTime, redelegationsInto, redelegationsToSlash } from './redelegation-records.ts';
import { sharesOf, uqorOfShares } from './stake.ts';

const qor = 1_000_000n;
const operatorAt = accountOf;

/** Four validators with 500, 400, 300 and 200 QOR. Account 5 delegates. */
function openNetwork(params: Record<string, unknown> = {}): ModuleChain {
  const first = [500n, 400n, 300n, 200n].map((stake, account) => ({
    operator: operatorAt(account),
    publicKey: testConsensusKey(account).publicKey,
    moniker: `validator ${account}`,
    tokens: stake * qor,
  }));
  const settings = { signed_blocks_window: 1_000, unbonding_seconds: 20, ...params };
  return openModuleChain(genesisWith({ staking: { ...validatorsSection(first), params: settings } }));
}

type Inputs = Parameters<ModuleChain['call']>[3];

/** Sends calls of the delegator in one block and returns which succeeded. */
function send(network: ModuleChain, ...calls: readonly (readonly [string, Inputs])[]): readonly boolean[] {
  const transactions = calls.map(([name, inputs]) => network.call(5, 'staking', name, inputs));
  return network.mine({ transactions }).receipts.map(({ status }) => status === 1);
}
const delegate = (account: number, amount: bigint) => ['delegate', { validator: operatorAt(account), amount }] as const;
const undelegate = (account: number, amount: bigint) =>
  ['undelegate', { validator: operatorAt(account), amount }] as const;
const redelegate = (from: number, to: number, amount: bigint) =>
  ['redelegate', { from: operatorAt(from), to: operatorAt(to), amount }] as const;

/** A block with evidence that a validator signed twice at a height: 2 % of its stake. */
function doubleSign(network: ModuleChain, account: number, height: number) {
  const { address } = testConsensusKey(account);
  network.mine({ misbehaviour: [{ kind: 'duplicate-vote', validator: address, height, time: 0, power: 1 }] });
}

/** uqor that the delegator has with a validator. */
function worth({ chain }: ModuleChain, account: number): bigint {
  const state = chain.headState();
  const validator = validators.get(state, operatorAt(account));
  return validator === undefined ? 0n : uqorOfShares(validator, sharesOf(state, operatorAt(5), operatorAt(account)));
}
const tokens = ({ chain }: ModuleChain, account: number) =>
  validators.get(chain.headState(), operatorAt(account))?.tokens;

function rowsOf({ chain }: ModuleChain): readonly number[] {
  const state = chain.headState();
  const tables = [redelegations, redelegationsByTime, redelegationsInto, redelegationsToSlash];
  return tables.map((table) => [...table.list(state)].length);
}

test('redelegated coins are slashed for what the validator they left did before, not for what it did after', () => {
  const network = openNetwork();
  assert.deepEqual(send(network, delegate(1, 100n * qor)), [true]);
  assert.deepEqual(send(network, redelegate(1, 2, 60n * qor)), [true]); // block 2
  assert.deepEqual(rowsOf(network), [1, 1, 1, 0]);
  const after = openModuleChain(network.exported());
  doubleSign(network, 1, 2);
  assert.equal(worth(network, 1), 39_200_000n);
  assert.equal(worth(network, 2), 58_800_000n);
  assert.equal(tokens(network, 2), 358_800_000n);
  network.assertSupply();
  doubleSign(after, 1, 3);
  assert.equal(worth(after, 1), 39_200_000n);
  assert.equal(worth(after, 2), 60n * qor);
  after.assertSupply();
  const before = openModuleChain(network.exported());
  before.mine({ milliseconds: 21_000 });
  assert.deepEqual(rowsOf(before), [0, 0, 0, 0]);
  assert.equal(worth(before, 2), 58_800_000n);
  before.assertSupply();
});

test('what is undelegated after a redelegation stays liable for both validators', () => {
  const network = openNetwork();
  send(network, delegate(1, 100n * qor), delegate(2, 10n * qor));
  send(network, redelegate(1, 2, 60n * qor)); // block 2
  assert.deepEqual(send(network, undelegate(2, 40n * qor)), [true]); // block 3, of what was redelegated
  const imported = openModuleChain(network.exported());
  for (const chain of [network, imported]) {
    doubleSign(chain, 1, 2);
    assert.equal(worth(chain, 2), 10n * qor + 19_600_000n);
    const balance = () => (chain.chain.headState().account(operatorAt(5))?.balance ?? 0n) / weiPerUqor;
    const waiting = balance();
    chain.mine({ milliseconds: 30_000 });
    assert.equal(balance() - waiting, 39_200_000n);
    assert.deepEqual(rowsOf(chain), [0, 0, 0, 0]);
    chain.assertSupply();
  }
});

test('redelegated coins do not move on, and only so often to one validator', () => {
  const network = openNetwork({ max_entries: 2 });
  send(network, delegate(1, 100n * qor));
  assert.deepEqual(send(network, redelegate(1, 1, qor), redelegate(1, 2, qor), redelegate(2, 0, 1n)), [
    false,
    true,
    false,
  ]);
  assert.deepEqual(send(network, redelegate(1, 2, qor), redelegate(1, 2, qor), redelegate(1, 0, qor)), [
    true,
    false,
    true,
  ]);
  network.mine({ milliseconds: 20_000 });
  assert.deepEqual(send(network, redelegate(2, 0, qor), redelegate(1, 2, qor)), [true, true]);
  network.assertSupply();
});

test('calls pay for each redelegation that they look at', () => {
  const network = openNetwork();
  send(network, delegate(1, 100n * qor), delegate(2, 10n * qor));
  const gasOf = (inputs: Inputs) =>
    network.mine({ transactions: [network.call(5, 'staking', 'undelegate', inputs)] }).receipts[0]?.gasUsed ?? 0n;
  const undelegated = { validator: operatorAt(2), amount: qor };
  const without = gasOf(undelegated);
  send(network, redelegate(1, 2, qor), redelegate(1, 2, qor), redelegate(1, 2, qor));
  assert.equal(gasOf(undelegated) - without, 45_000n);
});

test('a slash that reaches many redelegations takes several blocks, and nobody is faster', () => {
  const network = openNetwork({ max_entries: 100, unbonding_seconds: 1_000 });
  send(network, delegate(1, 300n * qor));
  for (const to of [0, 2, 3]) {
    const moves = Array.from({ length: 80 }, () => redelegate(1, to, qor));
    assert.ok(send(network, ...moves).every((isDone) => isDone));
  }
  doubleSign(network, 1, 1);
  assert.deepEqual(rowsOf(network), [240, 240, 240, 1]);
  assert.deepEqual([worth(network, 0), worth(network, 3)], [78_400_000n, 40n * qor + 39_200_000n]);
  const half = openModuleChain(network.exported());
  for (const chain of [network, half]) {
    assert.deepEqual(send(chain, undelegate(3, 78_400_001n), undelegate(3, 78_400_000n)), [false, true]);
    assert.deepEqual(rowsOf(chain), [160, 160, 160, 0]);
    chain.assertSupply();
  }
});
