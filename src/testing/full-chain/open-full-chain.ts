import assert from 'node:assert/strict';
import type { Misbehaviour, Vote } from '../../kernel/module.ts';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import { validatorsSection } from '../../modules/staking/genesis.ts';
import type { AbiRecord } from '../../primitives/abi/value.ts';
import { toBech32 } from '../../primitives/address.ts';
import { genesisWith, type ModuleChain, openModuleChain } from '../module-chain.ts';
import { testConsensusKey } from '../signing/consensus-keys.ts';
import { addressOf } from '../signing/hybrid.ts';

/** uqor */
export const qor = 1_000_000n;

/** A chain that only this genesis describes. */
const ownChain = {
  ...{ name: 'My Chain', chain_type: 'evm', status: 'pending', bridge_contract: '', min_confirmations: 1 },
  ...{ supported_assets: ['GOLD'], max_single_transfer: '1000', daily_limit: '1000', architecture: '' },
  ...{ ibc_channel_id: '', ibc_port_id: '', verifier: 'none', lock_event_sig: '' },
};

/** Short terms, so that everything that happens by itself has happened after some sixty blocks. */
const sections = {
  staking: {
    ...validatorsSection(
      [500_000n, 400_000n, 300_000n, 200_000n].map((stake, account) => ({
        operator: addressOf(account),
        publicKey: testConsensusKey(account).publicKey,
        moniker: `validator ${account}`,
        tokens: stake * qor,
      })),
    ),
    params: {
      signed_blocks_window: 10,
      min_signed_per_window: '0.5',
      jail_blocks: 1_000,
      unbonding_seconds: 10_000,
      max_entries: 100,
    },
  },
  bridge: {
    params: { min_validators: 2, attestation_threshold: 2, large_transfer_threshold: '10000000000' },
    chain: [{ key: ['mine'], value: ownChain }],
  },
  crossvm: { params: { max_message_gas: '100000', max_block_gas: '100000' } },
  multilayer: { params: { max_anchor_interval: 200 } },
  rdk: { params: { blob_retention_blocks: 20, default_challenge_window: 60 } },
  babylon: {
    params: {
      ...{ enabled: true, epoch_length: 5, checkpoint_interval: 2, unbonding_period: 6 },
      attesters: [toBech32(addressOf(4))],
    },
  },
  lightnode: { params: { epoch_blocks: 10, answer_blocks: 10 } },
  governance: { params: { min_deposit: (100n * qor).toString(), deposit_seconds: 600, voting_seconds: 600 } },
};

/** Three validators sign; the fourth does not. */
export const votes: readonly Vote[] = [0, 1, 2, 3].map((account) => ({
  validator: testConsensusKey(account).address,
  signed: account < 3,
}));

/** A chain and what fills it: account 0 is the authority, accounts 0 to 3 operate validators. */
export type Filling = {
  readonly chain: ModuleChain;
  /** Sends a call in a block of its own; throws when it fails. */
  done(from: number, module: string, name: string, inputs: AbiRecord, value?: bigint): void;
  /** Makes a block, all of whose transactions succeed. */
  mine(transactions?: readonly Transaction[], misbehaviour?: readonly Misbehaviour[]): void;
};

export function openFullChain(): Filling {
  const chain = openModuleChain(genesisWith(sections));
  const mine: Filling['mine'] = (transactions = [], misbehaviour = []) => {
    const { receipts } = chain.mine({ transactions, misbehaviour, votes });
    assert.ok(receipts.every(({ status }) => status === 1));
  };
  return {
    chain,
    mine,
    done: (from, module, name, inputs, value) => {
      const { receipts } = chain.mine({ transactions: [chain.call(from, module, name, inputs, value)], votes });
      assert.equal(receipts[0]?.status, 1, `${module} ${name}`);
    },
  };
}
