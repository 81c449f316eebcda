import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ExecutedBlock } from '../../chain/prepare-block.ts';
import { systemClock } from '../../consensus/building/clock.ts';
import { inBlockThread, withoutLong } from '../../consensus/building/long-transactions.ts';
import { createdAddress } from '../../evm/created-address.ts';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import { crossvmAddress, governanceAddress } from '../../modules/addresses.ts';
import { type Address, zeroAddress } from '../../primitives/address.ts';
import { concatBytes } from '../../primitives/bytes.ts';
import { fromHex } from '../../primitives/hex.ts';
import { anyTime, openThreadedChain } from '../../testing/chain/threaded-chain.ts';
import { endlessLoop } from '../../testing/evm/evm-loops.ts';
import { genesisWith } from '../../testing/module-chain.ts';
import { accountOf, signFrom } from '../../testing/sign-from.ts';

/** Hooks run it with all gas that they have for a message or a proposal. */
const loop = endlessLoop([], [0, 'GAS', 'TSTORE', 64, 0, 'KECCAK256', 'POP']);
const creation = concatBytes(fromHex(`0x60${loop.length.toString(16).padStart(2, '0')}8060095f395ff3`), loop);
const contract = createdAddress(accountOf(1), 0n);
const deployment = signFrom(1, { cap: 10n ** 13n, to: undefined, value: 0n, gasLimit: 1_000_000n, data: creation });

const message = {
  sourceVm: 'cosmwasm',
  targetVm: 'evm',
  targetContract: contract,
  payload: Uint8Array.of(1),
  funds: 0n,
};
const crossvm = { params: { max_message_gas: '10000000', max_block_gas: '20000000' } };
const genesis = genesisWith({ crossvm });

const proposals = [1n, 2n, 3n];

const eventsOf = ({ events }: Pick<ExecutedBlock, 'events'>, module: Address) =>
  events.filter(({ address }) => address === module).length;

type Threaded = ReturnType<typeof openThreadedChain>;

/** Deploys the loop, and returns two messages that call it. */
async function messagesTo({ chain, call, execute }: Threaded) {
  chain.commit(await execute([deployment]));
  return [0, 1].map(() => call(0, 'crossvm', 'call', message));
}

test('messages that take long after a block leave the event loop free, and change the same', {
  timeout: 600_000,
}, async (t) => {
  const [here, there] = [openThreadedChain(t, { genesis }), openThreadedChain(t, { genesis })];
  const [one, other] = [await here.execute(await messagesTo(here)), await messagesTo(there)];
  let turns = 0;
  const counter = setInterval(() => turns++, 1);
  t.after(() => clearInterval(counter));
  const { mock } = t.mock.method(there.thread, 'runHook');
  const executed = await there.execute(other, inBlockThread(systemClock, there.thread));
  assert.equal(mock.callCount(), 1);
  assert.ok(turns >= 3, `${turns} turns of the event loop`);
  assert.deepEqual(executed, one);
  assert.equal(eventsOf(one, crossvmAddress), 2, 'one for each message');
  there.chain.commit(executed);
  const next = await there.execute([signFrom(2)], inBlockThread(systemClock, there.thread));
  assert.equal(next.block.transactions.length, 1, 'the next block follows');
});

test('a block that is only looked at leaves out hooks that take long', async (t) => {
  const threaded = openThreadedChain(t, { genesis });
  const transactions = await messagesTo(threaded);
  const { chain, proposal } = threaded;
  let now = 0;
  const slow = { elapsed: () => (now += 10) };
  const { executed } = chain.next.build(proposal(), transactions, anyTime, withoutLong(slow));
  assert.equal(eventsOf(executed, crossvmAddress), 0);
  assert.equal(executed.block.transactions.length, 2);
});

test('a hook for which there is no thread runs to its end', { timeout: 600_000 }, async (t) => {
  const program = new URL('data:text/javascript,process.exit(1)');
  const [here, there] = [openThreadedChain(t, { genesis }), openThreadedChain(t, { genesis, program })];
  const [one, other] = [await here.execute(await messagesTo(here)), await messagesTo(there)];
  const executed = await there.execute(other, inBlockThread(systemClock, there.thread));
  assert.equal(there.restarts.length, 1);
  assert.deepEqual(executed, one);
});

test('proposals that take long leave the event loop free, and change the same', { timeout: 600_000 }, async (t) => {
  const governance = { params: { min_deposit: '1000000', deposit_seconds: 2, voting_seconds: 4 } };
  const governed = genesisWith({ authority: { params: { account: zeroAddress } }, governance });
  const [here, there] = [openThreadedChain(t, { genesis: governed }), openThreadedChain(t, { genesis: governed })];
  const { mock } = t.mock.method(there.thread, 'runHook');
  const inTurn = async ({ chain, call, execute, thread }: Threaded) => {
    const long = thread === there.thread ? inBlockThread(systemClock, thread) : undefined;
    const append = async (transactions: readonly Transaction[]) => {
      const executed = await execute(transactions, long);
      chain.commit(executed);
      return executed;
    };
    const inputs = { title: 'Loop', summary: '', to: contract, data: Uint8Array.of(1), deposit: 1_000_000n };
    await append([deployment, ...proposals.map(() => call(0, 'governance', 'proposeCall', inputs))]);
    await append(proposals.map((proposal) => call(0, 'governance', 'vote', { proposal, option: 'yes' })));
    return append([]);
  };
  const [one, other] = [await inTurn(here), await inTurn(there)];
  assert.equal(mock.callCount(), 1);
  assert.deepEqual(other, one);
  assert.equal(eventsOf(one, governanceAddress), proposals.length, 'all have ended');
});
