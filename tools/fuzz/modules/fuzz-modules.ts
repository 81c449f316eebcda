import { AssertionError } from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GenesisDocument } from '#qord/chain/genesis/parse-genesis.ts';
import { createModules } from '#qord/modules/index.ts';
import type { Address } from '#qord/primitives/address.ts';
import { developmentConsensusKey } from '#qord/primitives/development-accounts.ts';
import { toHex } from '#qord/primitives/hex.ts';
import { rethrowProcessError } from '#qord/primitives/process-error.ts';
import { createDice, type Dice } from '#qord/testing/interfaces/any-value.ts';
import { genesisNumbers } from '../genesis/genesis-numbers.ts';
import { createOutlive } from '../genesis/outlive.ts';
import { type BlockCheck, createBlockCheck } from './check-block.ts';
import { dueRows } from './check-queues.ts';
import { modulesPayingForRows } from './counted-rows.ts';
import { sendAll } from './imagined-calls.ts';
import { leaveFaults } from './leave.ts';
import { PairedChains } from './paired-chains.ts';
import { createRehearsal, type Rehearsal } from './permitted-call.ts';
import { prepareSenders } from './prepare-senders.ts';
import { type RandomCall, randomCall } from './random-call.ts';
import { type Choice, type RandomTransaction, randomTransaction } from './random-message.ts';
import type { SigningPlace } from './senders.ts';
import type { FuzzStart } from './starts.ts';

const callsPerBlock = 8;
/** One block in so many comes after a restart, and one in so many begins the export of the chain. */
const restartEvery = 10;
const exportEvery = 30;

/** What a chain met: the first fault ends it. */
export type ModulesOutcome = {
  readonly blocks: number;
  readonly calls: number;
  readonly succeeded: number;
  /** the fault, and the calls of its block */
  readonly fault: string | undefined;
};

/**
 * A chain of random blocks: permitted and forbidden calls of all modules, by accounts, contracts, keys and delegations,
 * parameters within and beyond their bounds, numbers of the genesis at theirs, jumps of time, absent validators,
 * restarts, exports that become the next chain. A second node executes each block in memory. After each block the
 * supply, the pools, the hooks and every answer are checked; before each export and at the end all data. At the very end
 * everybody leaves.
 */
export async function fuzzModules(seed: number, toStart: () => FuzzStart, most?: number): Promise<ModulesOutcome> {
  const pick = createDice(seed * 7_919 + 1);
  const folder = mkdtempSync(join(tmpdir(), 'qord-fuzz-'));
  const count = { blocks: 0, calls: 0, succeeded: 0 };
  let chains: PairedChains | undefined;
  let sent: readonly RandomTransaction[] = [];
  try {
    const start = toStart();
    const { genesis, data, blocks } = start;
    const modules = modulesPayingForRows(createModules());
    const [rehearsal, blockFaults] = [createRehearsal(modules), createBlockCheck(modules)];
    const first = data === undefined ? withExtreme(pick, genesis, blockFaults) : genesis;
    chains = new PairedChains(first, folder, data);
    const contract = prepareSenders(chains, createModules(), placeOf(chains));
    sendAll(modules, chains.network, [...start.calls, ...start.views]);
    for (; count.blocks < (most ?? blocks); count.blocks++) {
      if (count.blocks % restartEvery === restartEvery - 1) await chains.restart();
      const isExported = data === undefined && count.blocks % exportEvery === exportEvery - 1;
      if (isExported) await chains.exportAndImport();
      sent = submitSome(pick, chains, contract, start.calls, rehearsal);
      const report = randomReport(pick, chains);
      const due = dueRows(chains.network.chain.headState(), modules, nextOf(report, chains));
      const block = chains.mine(report);
      count.calls += block.receipts.length;
      count.succeeded += block.receipts.filter(({ status }) => status === 1).length;
      const [fault] = blockFaults(pick, chains.network, block, due);
      if (fault !== undefined) return { ...count, fault: told(fault, sent) };
    }
    sent = [];
    // Copies of records are not all that their owners would need to leave.
    const faults = data === undefined ? leaveFaults(chains, modules) : [];
    chains.verify();
    return { ...count, fault: faults.length > 0 ? faults.slice(0, 10).join('\n') : undefined };
  } catch (error) {
    if (!(error instanceof AssertionError)) rethrowProcessError(error);
    return { ...count, fault: told(error instanceof Error ? (error.stack ?? '') : String(error), sent) };
  } finally {
    await chains?.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const nextOf = ({ time }: { readonly time: number }, { network }: PairedChains) => ({
  seconds: Math.floor(time / 1_000),
  height: network.chain.reader.head().number + 1,
});

/** In one of four chains, a number of the genesis is at an end of what it may be, when the genesis is accepted so. */
function withExtreme(pick: Dice, genesis: GenesisDocument, blockFaults: BlockCheck): GenesisDocument {
  if (pick([true, true, true, false])) return genesis;
  const { name, bounds, with: changed } = pick(genesisNumbers(genesis, createModules()));
  const document = changed(pick([bounds.least, bounds.most]));
  try {
    return createOutlive(blockFaults)(document, pick).refused === undefined ? document : genesis;
  } catch (error) {
    throw new Error(`a genesis with an extreme ${name}`, { cause: error });
  }
}

/** The nonces of the next transactions, those counted that the pool has taken. */
function placeOf({ network }: PairedChains): SigningPlace & { use(account: Address): void } {
  const used = new Map<Address, bigint>();
  const nonceOf = (account: Address) => used.get(account) ?? network.chain.headState().account(account)?.nonce ?? 0n;
  return {
    identity: network.chain.reader.identity,
    state: network.chain.headState(),
    nonceOf,
    use: (account) => void used.set(account, nonceOf(account) + 1n),
  };
}

/** Transactions that the pool has taken. */
function submitSome(
  pick: Dice,
  chains: PairedChains,
  contract: Address,
  calls: readonly RandomCall[],
  rehearsal: Rehearsal,
): readonly RandomTransaction[] {
  const modules = createModules();
  const place = placeOf(chains);
  const choice: Choice = {
    candidate: () => {
      const isKnown = calls.length > 0 && pick([true, false, false]);
      return isKnown ? pick(calls) : randomCall(pick, modules, place.state);
    },
    isPermitted: (caller, message) => rehearsal(chains.network, caller, message),
  };
  return Array.from({ length: callsPerBlock }).flatMap(() => {
    const random = randomTransaction(pick, modules, place, contract, choice);
    if (!chains.submit(random.transaction)) return [];
    place.use(random.transaction.sender);
    return [random];
  });
}

function randomReport(pick: Dice, { network }: PairedChains) {
  const { number, timestamp } = network.chain.reader.head();
  const [minute, day] = [60_000, 86_400_000];
  const milliseconds = pick([500, 2_000, 2_000, 2_000, 2_000, minute, minute, minute, day, day, 30 * day, 400 * day]);
  const validator = developmentConsensusKey.address;
  const signed = pick([true, true, true, true, false]);
  const isCaught = pick(Array.from({ length: 40 }, (_, at) => at)) === 0;
  const proof = {
    kind: 'duplicate-vote',
    validator,
    height: Math.max(0, number - 1),
    time: timestamp * 1_000,
  } as const;
  return {
    time: timestamp * 1_000 + milliseconds,
    votes: [{ validator, signed }],
    misbehaviour: isCaught ? [{ ...proof, power: 1 }] : [],
  };
}

function told(fault: string, sent: readonly RandomTransaction[]): string {
  const texts = sent.map(({ way, call: { account, module, name, inputs } }) => {
    const shown = JSON.stringify(inputs, (_, value: unknown) =>
      value instanceof Uint8Array ? toHex(value) : typeof value === 'bigint' ? String(value) : value,
    );
    return `  dev${account}, ${way}: ${module}.${name} ${shown.slice(0, 300)}`;
  });
  return [fault, ...texts].join('\n');
}
