import { nextNumber } from '#qord/kernel/module-sdk/next-number.ts';
import { bridgeAddress } from '#qord/modules/addresses.ts';
import { hashText } from '#qord/modules/babylon/bitcoin.ts';
import { attestations, checkpoints, positions } from '#qord/modules/babylon/records.ts';
import { balances, operations } from '#qord/modules/bridge/records.ts';
import { messages, queueRecord } from '#qord/modules/crossvm/records.ts';
import { waitingByLayer } from '#qord/modules/multilayer/message-calls.ts';
import { layers } from '#qord/modules/multilayer/records.ts';
import { delegations, validators } from '#qord/modules/staking/records.ts';
import { redelegations } from '#qord/modules/staking/redelegation-records.ts';
import { sharesPerUqor } from '#qord/modules/staking/stake.ts';
import { bigintToFixedBytes } from '#qord/primitives/bytes.ts';
import type { WorldState } from '#qord/state/types.ts';

/** Makes records agree again after copies of some: what a genesis checks of them. */
export function addUp(state: WorldState): void {
  addUpStaking(state);
  attestPositions(state);
  raiseCheckpoints(state);
  countWaiting(state);
  keepWithdrawn(state);
  queueMessages(state);
}

/** The shares of a validator are those of its delegators, who have no less than they redelegated to it. */
function addUpStaking(state: WorldState): void {
  const moved = new Map<string, bigint>();
  for (const [, { delegator, to, shares }] of redelegations.list(state)) {
    const pair = `${delegator} ${to}`;
    const sum = (moved.get(pair) ?? 0n) + shares;
    moved.set(pair, sum);
    if ((delegations.get(state, delegator, to) ?? 0n) < sum) delegations.set(state, sum, delegator, to);
  }
  const owned = new Map<string, bigint>();
  for (const [[, operator], shares] of delegations.list(state))
    owned.set(operator, (owned.get(operator) ?? 0n) + shares);
  for (const [[operator], validator] of [...validators.list(state)]) {
    const shares = owned.get(operator) ?? 0n;
    if (shares !== validator.shares)
      validators.set(state, { ...validator, shares, tokens: shares / sharesPerUqor }, operator);
  }
}

/** Each position has the attestation of a transaction of its own. */
function attestPositions(state: WorldState): void {
  for (const [[id], position] of [...positions.list(state)]) {
    const attestation = attestations.get(state, hashText(position.btc_tx_hash));
    if (attestation?.position === id) continue;
    const btc_tx_hash = bigintToFixedBytes(BigInt(id) + 2n ** 250n, 32);
    positions.set(state, { ...position, btc_tx_hash }, id);
    const { staker, amount_satoshis } = position;
    const said = { staker, amount_satoshis, btc_height: 900_000, attester: staker, position: id };
    attestations.set(state, said, hashText(btc_tx_hash));
  }
  for (const [[hash], attestation] of [...attestations.list(state)]) {
    const standing = positions.get(state, attestation.position);
    if (standing === undefined || hashText(standing.btc_tx_hash) !== hash)
      attestations.set(state, { ...attestation, position: 0 }, hash);
  }
}

/** Later epochs are in later blocks of Bitcoin. */
function raiseCheckpoints(state: WorldState): void {
  let btc_block_height = 900_000;
  for (const [[epoch], checkpoint] of [...checkpoints.list(state)])
    checkpoints.set(state, { ...checkpoint, btc_block_height: ++btc_block_height }, epoch);
}

/** Layers count the messages that wait for them. */
function countWaiting(state: WorldState): void {
  for (const [id, waiting_messages] of waitingByLayer(state)) {
    const layer = layers.get(state, id);
    if (layer !== undefined && layer.waiting_messages !== waiting_messages)
      layers.set(state, { ...layer, waiting_messages }, id);
  }
}

/** The queue between machines begins with the first message that waits, and ends behind the last. */
function queueMessages(state: WorldState): void {
  const queue = queueRecord.get(state);
  const all = [...messages.list(state)].map(([[number], { status }]) => ({ number, waits: status === 'pending' }));
  const next = nextNumber(
    queue.next,
    all.map(({ number }) => number),
  );
  if (next === queue.next) return;
  const head = all.find(({ waits }) => waits)?.number ?? next;
  const ended = all.filter(({ number, waits }) => number >= head && !waits).length;
  queueRecord.set(state, { next, head, ended });
}

/** The bridge keeps what open withdrawals would get back. */
function keepWithdrawn(state: WorldState): void {
  const open = new Map<string, bigint>();
  for (const [, { type, status, dest_chain, asset, amount }] of operations.list(state)) {
    const name = `${dest_chain} ${asset}`;
    if (type === 'withdrawal' && status !== 'executed' && status !== 'failed')
      open.set(name, (open.get(name) ?? 0n) + amount);
  }
  for (const [name, amount] of open) {
    const [chain = '', asset = ''] = name.split(' ');
    if ((balances.get(state, chain, asset, bridgeAddress) ?? 0n) < amount)
      balances.set(state, amount, chain, asset, bridgeAddress);
  }
}
