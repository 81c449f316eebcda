import { babylonAddress } from '#qord/modules/addresses.ts';
import { encodeAbi } from '#qord/primitives/abi/encode.ts';
import { parseSignature } from '#qord/primitives/abi/type.ts';
import { type Address, parseAddress, toBech32 } from '#qord/primitives/address.ts';
import { emptyBytes } from '#qord/primitives/bytes.ts';
import { consensusKeyTypes } from '#qord/primitives/crypto/consensus-key.ts';
import { keyWithProof, testConsensusKey } from '#qord/testing/signing/consensus-keys.ts';
import { accountAt, type PreparedChain, qor, wordOf } from './prepared-chain.ts';

const validatorCount = 100;
const operatorAt = (index: number) => parseAddress(`0x${(index + 1).toString(16).padStart(40, 'a')}`);

/** Account 0 and a hundred others. */
export const operators: readonly Address[] = [
  accountAt(0),
  ...Array.from({ length: validatorCount }, (_, index) => operatorAt(index)),
];

/** Genesis sections: a hundred validators beside account 0, votes by reputation, Bitcoin staking with 25 attesters. */
export function economySections(): Readonly<Record<string, object>> {
  const fresh = {
    ...{ is_active: false, jailed: false, jailed_until: 0, created_height: 0 },
    ...{ slashes: 0, missed_blocks: 0, window_start: 0 },
  };
  // Account 0 has two thirds of the bonded power, so that its attestations suffice.
  const tokensOf = (index: number) => (index === 0 ? 300_000_000n : 1_000_000n + BigInt(index) * 1_000n) * qor;
  const moved = redelegated();
  const validator = operators.map((operator, index) => {
    const tokens = tokensOf(index) + (operator === moved.to ? moved.tokens : 0n);
    const slashes = operator === moved.from ? 1 : 0;
    return {
      key: [toBech32(operator)],
      value: {
        ...{ consensus: toBech32(operator), moniker: 'v', tokens: `${tokens}`, commission: '0.05', ...fresh, slashes },
        shares: `${tokens * qor}`,
      },
    };
  });
  const delegation = [
    ...operators.map((operator, index) => ({
      key: [toBech32(operator), toBech32(operator)],
      value: `${tokensOf(index) * qor}`,
    })),
    { key: [toBech32(accountAt(0)), toBech32(moved.to)], value: `${moved.tokens * qor}` },
  ];
  const attesters = operators.slice(0, 25).map((account) => toBech32(account));
  return {
    staking: { validator, delegation, ...moved.section },
    governance: { params: { quorum: '0', min_deposit: '100000000', voting_seconds: 20 } },
    qca: { params: { qdrw_enabled: true, classification_interval: 5 } },
    pqc: { params: { min_security_level: 1 } },
    multilayer: { params: { message_timeout: 100_000 } },
    babylon: { params: { enabled: true, epoch_length: 2, checkpoint_interval: 2, attesters } },
  };
}

/**
 * Account 0 has redelegated all but once as often to one validator as any parameters allow, from one that was slashed
 * since: a slash that has reached none of them, as when others come first.
 */
function redelegated() {
  const entries = 100;
  const [from, to] = [operatorAt(5), operatorAt(6)];
  const value = {
    ...{ delegator: toBech32(accountAt(0)), to: toBech32(to), shares: `${qor * qor}` },
    ...{ completion: 4_000_000_000, started_height: 0, slashes: 0 },
  };
  const redelegation = Array.from({ length: entries - 1 }, (_, index) => ({ key: [toBech32(from), index + 1], value }));
  const slash = [{ key: [toBech32(from), 0], value: { infraction_height: 0, part: '0.02' } }];
  const totals = {
    ...{ bonded: '0', next_unbonding: 1, set_changed: false, slashes: 1, jailed: 0, set_size: 0 },
    next_redelegation: entries,
  };
  const section = { params: { max_entries: entries }, redelegation, slash, totals };
  return { from, to, tokens: BigInt(redelegation.length) * qor, section };
}

/** Account 0 has delegated, locked and staked. */
export function prepareEconomy({ chain, send, mine, succeeds, fails }: PreparedChain): void {
  const [north, south] = [operatorAt(0), operatorAt(1)];
  send(0, 'staking', 'delegate', { validator: north, amount: 1_000n * qor });
  send(0, 'xqore', 'lock', { amount: 1_000n * qor });
  for (let block = 0; block < 20; block++) mine();
  succeeds('staking.delegate', { validator: south, amount: 100n * qor });
  succeeds('staking.undelegate', { validator: north, amount: 100n * qor });
  succeeds('staking.redelegate', { from: north, to: south, amount: 100n * qor });
  const { to: often, tokens: moved } = redelegated();
  succeeds('staking.undelegate', { validator: often, amount: (moved * 9n) / 10n });
  succeeds('staking.redelegate', { from: north, to: often, amount: 100n * qor });
  fails('staking.redelegate', { from: often, to: south, amount: qor });
  succeeds('staking.delegationOf', { delegator: accountAt(0), validator: often });
  succeeds('staking.delegationOf', { delegator: accountAt(0), validator: north });
  succeeds('staking.validatorOf', { validator: north });
  const self = { moniker: 'north', commission: 500n, amount: 200_000n * qor };
  for (const type of consensusKeyTypes) {
    const proven = keyWithProof(testConsensusKey(1, type), accountAt(1), chain.reader.identity);
    succeeds('staking.createValidator', { ...proven, ...self }, { caller: accountAt(1) });
  }
  succeeds('distribution.withdrawRewards', { validator: north });
  succeeds('distribution.rewardsOf', { delegator: accountAt(0), validator: north });
  succeeds('xqore.unlock', { amount: 100n * qor });
  succeeds('xqore.claim', {});
  succeeds('xqore.positionOf', { owner: accountAt(0) });
  succeeds('qca.drawProposer', {});
  succeeds('qca.votingPower', { account: accountAt(0) });
  succeeds('qca.poolOf', { validator: north });
  succeeds('reputation.scoreOf', { validator: north });
  const votes = JSON.stringify({ bonding_alpha: '0.2' });
  succeeds('authority.setParams', { module: 'qca', changes: votes });
}

/** Account 0 attests and stakes bitcoin. */
export function prepareBitcoin({ send, succeeds }: PreparedChain): void {
  const attested = (byte: number) => ({
    btcTxHash: wordOf(byte),
    amountSatoshis: 250_000n,
    staker: accountAt(0),
    btcHeight: 900_000n,
  });
  const babylon = (name: string, inputs: Parameters<PreparedChain['send']>[3]) => send(0, 'babylon', name, inputs);
  for (const byte of [1, 2]) babylon('attestStake', attested(byte));
  const stake = (byte: number) => ({ btcTxHash: wordOf(byte), amountSatoshis: 250_000n, validator: operatorAt(0) });
  babylon('restake', stake(1));
  succeeds('babylon.attestStake', attested(3));
  succeeds('babylon.restake', stake(2));
  succeeds('babylon.unbond', { positionId: 1n });
  succeeds('babylon.positionOf', { staker: accountAt(0) });
  succeeds('babylon.stakeOf', { validator: operatorAt(0) });
  succeeds('babylon.correctHeight', { btcHeight: 899_000n });
  const btcBlockHash = new Uint8Array(32).fill(1, 12);
  succeeds('babylon.submitCheckpoint', { epoch: 2n, btcBlockHash, btcBlockHeight: 900_001n, stateRoot: wordOf(4) });
}

/** Messages wait in the queue; PRISM has all pieces of a policy. */
export function prepareQueues({ send, succeeds }: PreparedChain, weights: number): void {
  const message = {
    sourceVm: 'cosmwasm',
    targetVm: 'evm',
    targetContract: accountAt(3),
    payload: wordOf(1),
    funds: 0n,
  };
  for (let count = 0; count < 20; count++) send(0, 'crossvm', 'call', message);
  succeeds('crossvm.call(string,string,string,bytes,uint256)', message);
  const target = { targetContract: babylonAddress, payload: emptyBytes };
  succeeds('crossvm.executeCrossVMCall(uint8,string,bytes)', { targetVM: 0n, ...target, targetContract: accountAt(3) });
  succeeds('crossvm.executeCrossVMCall(string,bytes)', { targetContract: accountAt(3), payload: emptyBytes });
  const packed = parseSignature('call(string contract, string message, uint256 funds)').inputs;
  succeeds('crossvm.call(bytes)', { data: encodeAbi(packed, [accountAt(3), '', 0n]) });
  const pieceBytes = 100_000;
  const bytes = weights * 4;
  for (let piece = 0; piece * pieceBytes < bytes; piece++) {
    const length = Math.min(pieceBytes, bytes - piece * pieceBytes);
    send(0, 'rlconsensus', 'setPolicyPiece', { piece: BigInt(piece), weights: new Uint8Array(length).fill(1) });
  }
  succeeds('rlconsensus.setPolicyPiece', { piece: 0n, weights: new Uint8Array(4).fill(1) });
  succeeds('rlconsensus.activatePolicy', {});
  succeeds('rlconsensus.clearPolicy', {});
}
