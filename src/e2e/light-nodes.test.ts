import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { JsonRpcProvider } from 'ethers';
import { toBech32 } from '../primitives/address.ts';
import { commandsOn, plainEnvironment, programFile, runQord } from '../testing/run-qord.ts';
import { accountOf } from '../testing/sign-from.ts';
import { startTestNode } from '../testing/test-node.ts';

const [validator, operator] = [accountOf(0), accountOf(1)];

test('the command line registers a light node, follows the chain, answers, and is paid', async (t) => {
  const node = await startTestNode(t, { flags: { 'consensus.block-interval': '0s' } });
  const qord = commandsOn(node);
  const provider = new JsonRpcProvider(node.urls.http, undefined, { cacheTimeout: -1, batchStallTime: 0 });
  t.after(() => provider.destroy());
  const mine = (blocks: number) => provider.send('anvil_mine', [`0x${blocks.toString(16)}`]);
  const environment = { QORD_NODE: node.urls.http, QORD_HOME: node.home };
  const words = ['light-node', 'run', '--from', 'dev3', '--operator', 'dev1'];

  const tooEarly = await runQord(words, { variables: environment });
  assert.equal(tooEarly.code === 0, false);
  assert.match(tooEarly.stderr, /does not answer for 0x.*qord tx lightnode register 0x/);

  await qord('tx', 'staking', 'delegate', validator ?? '', '1000qor', '--from', 'dev1');
  await qord('tx', 'lightnode', 'register', 'dev3', '--from', 'dev1');
  const none = await runQord([...words, '--once'], { variables: environment });
  assert.match(none.stderr, /no question is open/);
  await mine(20);
  assert.equal((await qord(...words, '--once')).status, 1);
  assert.equal((await qord('query', 'lightnode', 'status')).answers, '1');

  const child = spawn(process.execPath, [programFile, ...words], { env: { ...plainEnvironment(), ...environment } });
  t.after(() => child.kill('SIGKILL'));
  await mine(20);
  await once(child.stdout.setEncoding('utf8'), 'data');
  let text = '';
  for await (const part of child.stdout) {
    text += String(part);
    if (/answered {2}epoch 2/.test(text)) break;
  }
  child.kill('SIGTERM');
  assert.match(text, /answered {2}epoch 2/);
  await mine(20);
  const { earned, key } = await qord('query', 'lightnode', 'operator-of', operator ?? '');
  assert.ok(BigInt(earned) > 0n);
  assert.equal(key, toBech32(accountOf(3)));
  const before = await provider.getBalance(operator ?? '');
  await qord('tx', 'lightnode', 'withdraw', 'dev1', '--from', 'dev3');
  assert.equal(await provider.getBalance(operator ?? ''), before + BigInt(earned));
});
