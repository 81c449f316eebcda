import assert from 'node:assert/strict';
import { decodeReport } from '#qord/chain/proposer-report-codec.ts';
import type { CommittedBlock } from '#qord/chain/types.ts';
import { countersRecord, senderProfiles } from '#qord/modules/ai/records.ts';
import { reputations } from '#qord/modules/reputation/records.ts';
import { type Dimension, dimensions } from '#qord/modules/rlconsensus/dimensions.ts';
import { rlParams } from '#qord/modules/rlconsensus/params.ts';
import { agentRecord, observationRecord } from '#qord/modules/rlconsensus/records.ts';
import type { Address } from '#qord/primitives/address.ts';
import { weiPerQor } from '#qord/primitives/units.ts';
import type { StateView } from '#qord/state/types.ts';

type Habit = { readonly transactions: number; readonly average: bigint };
type Signed = { readonly signed: number; readonly missed: number };
type Block = Pick<CommittedBlock, 'block' | 'receipts'>;

const nothing = { gas: 0n, limit: 0n, transactions: 0n, failed: 0n };

/** What modules count of blocks: for the assessment of senders (docs/modules/ai.md), PRISM, and reputations. */
export class Statistics {
  readonly #habits = new Map<Address, Habit>();
  readonly #signed = new Map<Address, Signed>();
  readonly #counters = { txs_routed: 0, contracts_scored: 0 };
  /** since the last sample of PRISM */
  #window = nothing;
  #settings: string | undefined;

  /** `state`: after the block. `isSampled`: PRISM says that it has taken a sample. */
  endBlock({ block: { header, transactions }, receipts }: Block, state: StateView, isSampled: boolean): void {
    for (const { sender, to, value } of transactions) {
      const { transactions: count, average } = this.#habits.get(sender) ?? { transactions: 0, average: value };
      this.#habits.set(sender, { transactions: count + 1, average: average + (value - average) / 8n });
      this.#counters.txs_routed++;
      if (to === undefined) this.#counters.contracts_scored++;
    }
    const { votes } = decodeReport(header);
    const someone = votes.some(({ signed }) => signed);
    for (const { validator, signed } of votes) {
      if (reputations.get(state, validator) === undefined) continue; // nobody has created it
      const before = this.#signed.get(validator) ?? { signed: 0, missed: 0 };
      const missed = before.missed + (!signed && someone ? 1 : 0);
      this.#signed.set(validator, { signed: before.signed + (signed ? 1 : 0), missed });
    }
    const failed = receipts.filter(({ status }) => status === 0).length;
    this.#window = {
      gas: this.#window.gas + header.gasUsed,
      limit: this.#window.limit + header.gasLimit,
      transactions: this.#window.transactions + BigInt(transactions.length),
      failed: this.#window.failed + BigInt(failed),
    };
    const { enabled, observation_interval } = rlParams.get(state);
    const { mode } = agentRecord.get(state);
    const settings = `${enabled} ${observation_interval} ${mode}`;
    const isSteady = settings === (this.#settings ?? settings);
    this.#settings = settings;
    if (isSteady && enabled && mode !== 'off')
      assert.equal(isSampled, header.number % observation_interval === 0, 'PRISM takes a sample at each interval');
    if (isSampled && isSteady) this.#assertSample(state);
    if (isSampled || !enabled || mode === 'off' || !isSteady) this.#window = nothing;
  }

  assertSame(state: StateView): void {
    for (const [sender, { transactions, average }] of this.#habits) {
      const found = senderProfiles.get(state, sender);
      assert.deepEqual([found?.transactions, found?.average], [transactions, average], `what ${sender} usually does`);
    }
    const { txs_routed, contracts_scored } = countersRecord.get(state);
    assert.deepEqual({ txs_routed, contracts_scored }, this.#counters, 'transactions that were assessed');
    for (const [validator, { signed, missed }] of this.#signed) {
      const { uptime_blocks, missed_blocks } = reputations.get(state, validator) ?? {};
      assert.deepEqual([uptime_blocks, missed_blocks], [signed, missed], `what ${validator} has signed`);
    }
  }

  #assertSample(state: StateView): void {
    const { values } = observationRecord.get(state);
    const { gas, limit, transactions, failed } = this.#window;
    const ratio = (part: bigint, whole: bigint) => (whole === 0n ? 0n : (part * weiPerQor) / whole);
    const wanted: Partial<Record<Dimension, bigint>> = {
      block_utilization: ratio(gas, limit),
      tx_count: transactions * weiPerQor,
      failed_tx_ratio: ratio(failed, transactions),
      avg_gas_per_tx: ratio(gas, transactions),
    };
    for (const [name, value] of Object.entries(wanted))
      assert.equal(values[dimensions.indexOf(name as Dimension)], value, `${name} of a sample of PRISM`);
  }
}
