import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { Connection } from '@solana/web3.js';
import { JsonRpcProvider, Wallet } from 'ethers';
import { formatGenesis } from '../chain/genesis/format-genesis.ts';
import { homePaths } from '../config/home.ts';
import { createModules } from '../modules/index.ts';
import { parseHash } from '../primitives/hash.ts';
import { toSignature } from '../svm/signature.ts';
import { genesisWith, openModuleChain } from '../testing/module-chain.ts';
import { assertSupplyIsSumOfBalances } from '../testing/supply.ts';
import { startTestNode } from '../testing/test-node.ts';

test('the parameters are the documented ones, and fixed ones cannot be changed', () => {
  const svm = createModules().find(({ name }) => name === 'svm');
  const { chain } = openModuleChain(genesisWith({}));
  assert.deepEqual(svm?.params?.codec.toPlain(svm.params.get(chain.headState())), {
    ...{ enabled: true, compute_budget_max: '1400000', max_program_size: 10_485_760 },
    ...{ max_account_data_size: 10_485_760, max_cpi: 4, lamports_per_byte: 3480, rent_exemption_multi: 2 },
    ...{ svm_slot_offset: 0, default_sig_scheme: 0 },
  });
  const fault = (json: string) => svm?.params?.changeError(chain.headState(), json);
  assert.match(fault('{"lamports_per_byte":1}') ?? '', /lamports_per_byte: must be 3480 lamports/);
  assert.match(fault('{"compute_budget_max":"0"}') ?? '', /compute_budget_max: must be from 1 to/);
  assert.equal(fault('{"compute_budget_max":"2000000"}'), undefined);
});

test('compute units are the gas, whatever the budget: that limits nothing and hides nothing', async (t) => {
  const home = mkdtempSync(join(tmpdir(), 'qord-budget-'));
  const { genesisFile } = homePaths(home);
  mkdirSync(dirname(genesisFile), { recursive: true });
  const svm = { params: { compute_budget_max: '1000' } };
  writeFileSync(genesisFile, formatGenesis(genesisWith({ svm })));
  const node = await startTestNode(t, { home, flags: { 'consensus.block-interval': '20ms' } });
  const provider = new JsonRpcProvider(node.urls.http, undefined, {
    pollingInterval: 20,
    cacheTimeout: -1,
    batchStallTime: 0,
  });
  const wallet = new Wallet(node.accounts[4]?.privateKey ?? '', provider);
  const connection = new Connection(node.urls.svm, 'confirmed');
  const units = async (data: string) => {
    const sent = await (await wallet.sendTransaction({ to: wallet.address, data, gasLimit: 60_000 })).wait();
    assert.ok(sent);
    const options = { maxSupportedTransactionVersion: 0 } as const;
    const found = await connection.getTransaction(toSignature(parseHash(sent.hash)), options);
    const block = await connection.getBlock(sent.blockNumber, options);
    assert.equal(block?.transactions[0]?.meta?.computeUnitsConsumed, found?.meta?.computeUnitsConsumed);
    return [Number(sent.gasUsed), found?.meta?.computeUnitsConsumed];
  };
  assert.deepEqual(await units('0x'), [21_000, 21_000]);
  const [gasUsed = 0, shown] = await units(`0x${'ff'.repeat(200)}`);
  assert.ok(gasUsed > 25_000);
  assert.equal(shown, gasUsed);
  provider.destroy();
  await node.close();
  await assertSupplyIsSumOfBalances(node.home);
});
