import assert from 'node:assert/strict';
import { readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { homePaths } from '../../config/home.ts';
import { readConfig } from '../../config/read-config.ts';
import { readValidatorKey } from '../../consensus/comet/process/key-files.ts';
import { toBech32 } from '../../primitives/address.ts';
import { cometMissing } from '../../testing/network/comet-binary.ts';
import { allAt, type NetworkNode, startNetwork } from '../../testing/network/network.ts';
import { buildSigner, goMissing, RemoteSigner } from '../../testing/network/remote-signer.ts';
import { runQord } from '../../testing/run-qord.ts';
import { accountOf } from '../../testing/sign-from.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { until } from '../../testing/until.ts';

/** Blocks that the fourth validator has signed, as the first node counts them. */
async function signedBy(first: NetworkNode): Promise<number> {
  const name = toBech32(accountOf(3), 'qorvaloper');
  return (await first.call<{ uptime_blocks: number }>('qor_getReputationScore', name)).uptime_blocks;
}

async function untilSigned(first: NetworkNode): Promise<void> {
  const before = await signedBy(first);
  await until(async () => (await signedBy(first)) > before + 2, 'votes of the remote signer');
}

test('a remote signer votes for a validator whose key is on no disk of the node', {
  skip: cometMissing || goMissing,
}, async (t) => {
  const folder = temporaryFolder(t);
  const binary = buildSigner(folder);
  const nodes = await startNetwork(t, { validators: 4 });
  const [first, , , node] = nodes;
  assert.ok(first && node);
  await allAt(nodes, 2);
  const { comet } = node;
  const { address } = readValidatorKey(comet);
  const chainId: string = JSON.parse(readFileSync(comet.genesisFile, 'utf8')).chain_id;
  const [keyFile, stateFile] = [join(folder, 'key.json'), join(folder, 'state.json')];
  await node.process.stop('SIGTERM');
  renameSync(comet.validatorKeyFile, keyFile);
  renameSync(comet.validatorStateFile, stateFile);

  const { port } = readConfig({ flags: {}, variables: {}, file: homePaths(node.home).configFile }).comet['p2p-address'];
  const listening = { tcp: `tcp://127.0.0.20:${port}`, unix: `unix://${join(folder, 'signer.sock')}` };
  for (const [kind, listen] of Object.entries(listening)) {
    await t.test(`over ${kind}`, async (t) => {
      const signer = new RemoteSigner(binary, { address: listen, chainId, keyFile, stateFile });
      t.after(() => signer.stop());
      const waits = () =>
        node.process.records.filter(({ msg }) => msg.startsWith('no remote signer has connected')).length;
      await node.start({ 'comet.priv-validator-address': listen, 'comet.stall-timeout': '6s' });
      await until(() => waits() > 0, 'a line about the missing signer');
      signer.start();
      await untilSigned(first);
      assert.notEqual(readValidatorKey(comet).address, address, 'its key is not that of the validator');

      await signer.stop();
      const height = await first.height();
      await allAt([first], height + 3);
      const missed = await signedBy(first);
      await allAt([first], height + 6);
      assert.equal(await signedBy(first), missed, 'nobody signs without the signer');
      const before = waits();
      await until(() => waits() > before, 'a line about the signer that is gone');
      signer.start();
      await untilSigned(first);
      assert.equal(await node.process.stop('SIGTERM'), 0);
    });
  }

  await t.test('the commands do not take the key of the home for that of the validator', async () => {
    const variables = { QORD_COMET_PRIV_VALIDATOR_ADDRESS: listening.tcp };
    const shown = await runQord(['comet', 'show-validator', '--home', node.home], { variables });
    assert.match(shown.stderr, /^qord: a remote signer holds the key of this validator .*\n$/);
    assert.notEqual(shown.code, 0);
  });
});
