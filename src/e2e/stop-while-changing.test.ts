import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assemble } from '../testing/evm/assemble.ts';
import { SocketClient } from '../testing/interfaces/socket-client.ts';
import { runQord } from '../testing/run-qord.ts';
import { accountOf } from '../testing/sign-from.ts';
import { startTestNode } from '../testing/test-node.ts';
import { until } from '../testing/until.ts';

const ended = '-32000 the network that this was executed on has ended: ask again';
const flags = { 'consensus.block-interval': '0s', 'json-rpc.evm-timeout': '1h', 'json-rpc.gas-cap': '0' };
const spinner = `0x${'51'.repeat(20)}`;
const forEver = `0x${Buffer.from(assemble('JUMPDEST', 0, 'JUMP')).toString('hex')}`;

/** A request that changes the chain, in steps, on a chain of 800 blocks. */
const changes: Readonly<Record<string, readonly [method: string, ...params: unknown[]]>> = {
  'a rewind': ['anvil_rollback', 750],
  'blocks that are made': ['anvil_mine', 100_000],
  'a reorganisation that estimates gas without end': ['anvil_reorg', 750, [[{ from: accountOf(0), to: spinner }, 0]]],
};

for (const [name, change] of Object.entries(changes)) {
  test(`a node that is stopped during ${name} says so to its clients, ends, and keeps a chain that is whole`, {
    timeout: 600_000,
  }, async (t) => {
    const node = await startTestNode(t, { flags });
    const client = await SocketClient.connect(node.urls.webSocket);
    const ask = async (...call: typeof change) => {
      const { result, error } = await client.ask(...call);
      return error === undefined ? result : `${error.code} ${error.message}`;
    };
    await ask('anvil_setCode', spinner, forEver);
    assert.equal(await ask('anvil_mine', 800), null);
    const { reader } = node.node.chain;
    const before = reader.head().number;
    const queued: (typeof change)[] = [
      ['evm_mine'],
      ['evm_snapshot'],
      ['evm_increaseTime', 5],
      ['anvil_setNonce', spinner, '0x9'],
    ];
    const responses = [change, ...queued].map((call) => ask(...call));
    await ask('eth_chainId'); // the others have arrived
    await until(() => reader.head().number !== before, 'a block');
    await node.close();
    const [response, ...others] = await Promise.all(responses);
    assert.equal(response, ended);
    // turns of other requests come between two blocks that are made
    for (const other of others) assert.ok(other === ended || !/^-/.test(String(other)), String(other));
    const head = reader.head().number;
    assert.ok(head !== before && head !== 1, `block ${head}`);
    const { code, stdout, stderr } = await runQord(['verify', '--home', node.home]);
    assert.equal(code, 0, stdout + stderr);
    await node.restart();
    assert.equal(node.node.chain.reader.head().number, head);
  });
}
