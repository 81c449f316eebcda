import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ModuleContract } from '../kernel/engine.ts';
import { addressFromBytes } from '../primitives/address.ts';
import { bigintToFixedBytes, bytesToBigint, emptyBytes } from '../primitives/bytes.ts';
import { emptyAccount } from '../state/account.ts';
import { createEvmHarness, slotKey } from '../testing/evm/harness.ts';
import { MessageModel } from '../testing/evm/message-model.ts';
import {
  compileContract,
  contracts,
  gasAt,
  heir,
  pokeAt,
  randomBodies,
  relayAt,
} from '../testing/evm/message-programs.ts';
import { Random } from '../testing/random/random.ts';

const isZero = (bytes: Uint8Array) => bytes.every((byte) => byte === 0);

/** Runs messages as `executeEvm` does, and notes what left their senders. */
function relayNoting(sent: bigint[]): ModuleContract {
  return {
    name: 'relay',
    stateful: true,
    gas: () => 100n,
    run: ({ input, state, caller, callEvm }) => {
      const [level = 0, value = 0] = input;
      const target = input.slice(2, 22);
      const to = isZero(target) ? undefined : addressFromBytes(target);
      const account = state.account(caller) ?? emptyAccount;
      if (to !== undefined && account.balance >= BigInt(value))
        state.setAccount(caller, { ...account, nonce: account.nonce + 1n });
      const at = sent.push(0n) - 1;
      const message = { from: caller, to, value: BigInt(value), data: input.slice(22), gas: gasAt[level] ?? 0n };
      const result = callEvm(message);
      sent[at] = result.sent;
      const output = bigintToFixedBytes(result.failure === undefined ? 1n : 0n, 32);
      return { status: 'success', gasUsed: result.gasUsed, output };
    },
  };
}

const calls = slotKey(0x77);
const poke: ModuleContract = {
  name: 'poke',
  stateful: true,
  gas: () => 100n,
  run: ({ input, state, caller, emit }) => {
    const to = input.slice(0, 20);
    if (state.balance(caller) > 0n) state.transfer(caller, isZero(to) ? heir : addressFromBytes(to), 1n);
    const count = bigintToFixedBytes(bytesToBigint(state.entry(pokeAt, calls) ?? emptyBytes) + 1n, 32);
    state.setEntry(pokeAt, calls, count);
    emit({ address: pokeAt, topics: [], data: count });
    return { status: 'success', gasUsed: 0n, output: emptyBytes };
  },
};

/** Three transactions on three random contracts; returns how many messages a module ran. */
function tryContracts(seed: number): number {
  const random = new Random(seed);
  const sent: bigint[] = [];
  const harness = createEvmHarness({ [relayAt]: relayNoting(sent), [pokeAt]: poke });
  const bodies = contracts.map(() => randomBodies(random));
  const balances = contracts.map(() => BigInt(random.pick([5, 20, 50])));
  const model = new MessageModel(bodies, balances);
  for (const [index, at] of contracts.entries())
    harness.put(at, { code: compileContract(bodies[index] ?? []), balance: balances[index] ?? 0n, nonce: 1n });
  let relayed = 0;
  for (const body of [0, 1, 2]) {
    sent.length = 0;
    const expected = model.transaction(body);
    const outcome = harness.run({ to: contracts[0], data: Uint8Array.of(body), gas: gasAt[0] });
    const what = `seed ${seed}, body ${body}: `;
    assert.equal(outcome.status === 'success', expected.succeeds, `${what}${outcome.halt}`);
    assert.equal(outcome.burned, expected.burned, `${what}burned`);
    assert.deepEqual(sent, model.sent, `${what}sent`);
    const { slots, nonces, balances: wei, destroyed, logs } = model.world;
    for (const [at, amount] of wei) assert.equal(harness.balance(at), amount, `${what}balance of ${at}`);
    for (const [at, nonce] of nonces)
      assert.equal(harness.state.account(at)?.nonce ?? 0n, nonce, `${what}nonce of ${at}`);
    for (const at of destroyed) assert.equal(harness.state.account(at), undefined, `${what}${at} is gone`);
    for (const at of nonces.keys())
      for (let slot = 0; slot < 42; slot++)
        assert.equal(harness.slot(at, slot), slots.get(`${at} ${slot}`) ?? 0n, `${what}slot ${slot} of ${at}`);
    const emitted = outcome.logs.map(({ address, data }) => `${address} ${bytesToBigint(data)}`);
    assert.deepEqual(emitted, expected.succeeds ? logs : [], `${what}logs`);
    relayed += sent.length;
  }
  return relayed;
}

test('random messages behind modules end as own arithmetic says, and what leaves their senders is counted', () => {
  let relayed = 0;
  for (let seed = 1; seed <= 25; seed++) relayed += tryContracts(seed);
  assert.ok(relayed > 80, `${relayed} messages`);
});
