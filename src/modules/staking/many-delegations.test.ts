import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Address, toBech32, zeroAddress } from '../../primitives/address.ts';
import { genesisWith, type ModuleChain, openModuleChain } from '../../testing/module-chain.ts';
import { accountOf } from '../../testing/sign-from.ts';
import { votes } from '../governance/records.ts';
import { operators } from '../lightnode/records.ts';
import { defaultSection } from './genesis.ts';

const [first, alice] = [accountOf(0), accountOf(1)];
const stake = 2_000_000_000n;
const sharesPerUqor = 1_000_000n;
const periods = { min_deposit: '1000000', deposit_seconds: 20, voting_seconds: 20 };

type Row = { key: string[]; value: Record<string, unknown> };

/** A network in which alice has bonded with as many validators that are not active, and last with the active one. */
function openWithInactive(count: number): ModuleChain {
  const { validator, delegation } = defaultSection('dev') as { validator: [Row]; delegation: object[] };
  const [active] = validator;
  const numbered = (at: number) => `0x${at.toString(16).padStart(40, '0')}` as Address;
  const others = Array.from({ length: count }, (_, at) => toBech32(numbered(at + 1)));
  const bonded = { tokens: stake.toString(), shares: (stake * sharesPerUqor).toString(), public_key: '' };
  const rows = others.map((key) => ({ key: [key], value: { ...active.value, ...bonded, consensus: key } }));
  const delegations = others.map((key) => ({ key: [toBech32(alice), key], value: bonded.shares }));
  const staking = {
    params: { max_validators: 1 },
    validator: [...validator, ...rows],
    delegation: [...delegation, ...delegations],
  };
  const governance = { params: periods };
  const network = openModuleChain(
    genesisWith({ staking, governance, authority: { params: { account: zeroAddress } } }),
  );
  succeed(network, 1, 'staking', 'delegate', { validator: first, amount: stake });
  return network;
}

function succeed(network: ModuleChain, ...call: Parameters<ModuleChain['call']>): void {
  const [receipt] = network.mine({ transactions: [network.call(...call)] }).receipts;
  assert.equal(receipt?.status, 1, call[2]);
}

test('an account that has bonded with thousands of inactive validators can vote and operate a light node', () => {
  const network = openWithInactive(3_100);
  const state = () => network.chain.headState();
  const texts = { title: 'A title', summary: 'What and why' };
  succeed(network, 1, 'governance', 'proposeText', { ...texts, deposit: 1_000_000n });
  succeed(network, 1, 'governance', 'vote', { proposal: 1n, option: 'yes' });
  assert.equal(votes.get(state(), 1, alice)?.weight, stake);
  succeed(network, 1, 'lightnode', 'register', { key: alice });
  assert.ok(operators.get(state(), alice));
});

test('a light node counts inactive validators, too, of an account that has bonded with few', () => {
  const network = openWithInactive(1);
  succeed(network, 1, 'staking', 'undelegate', { validator: first, amount: stake });
  succeed(network, 1, 'lightnode', 'register', { key: alice });
});
