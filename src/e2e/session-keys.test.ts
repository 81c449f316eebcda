import assert from 'node:assert/strict';
import { test } from 'node:test';
import { authDigest } from '../kernel/auth-digest.ts';
import { abstractaccountAddress, bankAddress, crossvmAddress, pqcAddress } from '../modules/addresses.ts';
import { bank } from '../modules/bank/index.ts';
import { tokenAddress } from '../modules/bridge/tokens.ts';
import { encodeAbi } from '../primitives/abi/encode.ts';
import { selectorOf } from '../primitives/abi/selector.ts';
import { parseSignature } from '../primitives/abi/type.ts';
import { type Address, toBech32 } from '../primitives/address.ts';
import { concatBytes, emptyBytes } from '../primitives/bytes.ts';
import { ed25519PublicKey, signEd25519 } from '../primitives/crypto/ed25519.ts';
import { fromHex } from '../primitives/hex.ts';
import { genesisWith, type ModuleChain, openModuleChain } from '../testing/module-chain.ts';
import { accountOf } from '../testing/sign-from.ts';

const owner = accountOf(3);
const recipient = accountOf(9);
const privateKey = new Uint8Array(32).fill(3);
const key = { scheme: 'ed25519', pubkey: ed25519PublicKey(privateKey) };
const qor = 1_000_000n;

function bankSend(amount: bigint): Uint8Array {
  const { inputs } = parseSignature('send(string to, uint256 amount, string memo)');
  const selector = bank.calls.find(({ name }) => name === 'send')?.selector ?? '0x';
  return concatBytes(fromHex(selector), encodeAbi(inputs, { to: recipient, amount, memo: '' }));
}

/** A call that the key has signed, sent by another account. */
function relayed(testChain: ModuleChain, to: Address, value: bigint, data: Uint8Array) {
  const nonce = testChain.chain.headState().account(owner)?.nonce ?? 0n;
  const fields = ['9800', toBech32(owner), key.pubkey, to, value.toString(), data];
  const signature = signEd25519(authDigest('qor-evm-auth-v1', fields, nonce), privateKey);
  const order = { account: owner, ...key, signature, to, value, data, nonce, gasLimit: 200_000n };
  return testChain.call(4, 'abstractaccount', 'executeEvm', order);
}

test('a session key spends up to its limit and not beyond, through every call; an exported chain continues', () => {
  const testChain = openModuleChain(genesisWith({}));
  const own = (name: string, inputs: Parameters<ModuleChain['call']>[3]) =>
    testChain.call(3, 'abstractaccount', name, inputs);
  const set = testChain.mine({
    transactions: [
      own('create', { accountType: 'session_based' }),
      own('setSpendingRule', { id: 'game', dailyLimit: 5n * qor, perTxLimit: 4n * qor, enabled: true }),
      own('registerAuthenticator', { ...key, permissions: ['all'], expiry: 0n, label: 'game' }),
    ],
  });
  assert.deepEqual(
    set.receipts.map(({ status }) => status),
    [1, 1, 1],
  );
  const balanceOf = (chain: ModuleChain, account: Address) => chain.chain.headState().account(account)?.balance ?? 0n;
  const before = balanceOf(testChain, recipient);
  const statusOf = (chain: ModuleChain, to: Address, value: bigint, data: Uint8Array) =>
    chain.mine({ transactions: [relayed(chain, to, value, data)] }).receipts[0]?.status;
  assert.equal(statusOf(testChain, recipient, 3n * 10n ** 18n, emptyBytes), 1);
  assert.equal(statusOf(testChain, bankAddress, 0n, bankSend(3n * qor)), 0, 'beyond the day');
  assert.equal(statusOf(testChain, bankAddress, 0n, bankSend(2n * qor)), 1);
  assert.equal(statusOf(testChain, recipient, 1n, emptyBytes), 0, 'nothing is left');
  for (const to of [abstractaccountAddress, pqcAddress, crossvmAddress])
    assert.equal(statusOf(testChain, to, 0n, emptyBytes), 0, 'never for a key');
  assert.equal(balanceOf(testChain, recipient) - before, 5n * 10n ** 18n);
  const again = openModuleChain(testChain.exported());
  assert.equal(statusOf(again, recipient, 1n, emptyBytes), 0, 'the day is not over');
  assert.deepEqual(again.query('qor_getAbstractAccount', owner), testChain.query('qor_getAbstractAccount', owner));
  testChain.mine({ milliseconds: 86_400_000 });
  assert.equal(statusOf(testChain, recipient, 1n, emptyBytes), 0, 'the key has expired');
  testChain.assertSupply();
  again.assertSupply();
});

test('no key moves a bridged asset, which limits do not count, also where its token is a contract', () => {
  const chain = {
    ...{ name: 'My Chain', chain_type: 'evm', status: 'pending', bridge_contract: '', min_confirmations: 1 },
    ...{ supported_assets: ['GOLD'], max_single_transfer: '1000', daily_limit: '1000', architecture: '' },
    ...{ ibc_channel_id: '', ibc_port_id: '', verifier: 'none', lock_event_sig: '' },
  };
  const kinds = [
    { chain: 'mine', asset: 'GOLD' },
    { chain: 'ethereum', asset: 'USDC' },
  ];
  const balance = kinds.map((kind) => ({ key: [kind.chain, kind.asset, toBech32(owner)], value: '300' }));
  const testChain = openModuleChain(genesisWith({ bridge: { chain: [{ key: ['mine'], value: chain }], balance } }));
  const own = (name: string, inputs: Parameters<ModuleChain['call']>[3]) =>
    testChain.call(3, 'abstractaccount', name, inputs);
  const create = own('create', { accountType: 'session_based' });
  const register = own('registerAuthenticator', { ...key, permissions: ['all'], expiry: 0n, label: 'game' });
  testChain.mine({ transactions: [create, register] });
  const transfer = parseSignature('transfer(address to,uint256 value)');
  const words = encodeAbi(transfer.inputs, { to: recipient, value: 7n });
  const data = concatBytes(fromHex(selectorOf(transfer)), words);
  for (const kind of kinds) {
    const [receipt] = testChain.mine({ transactions: [relayed(testChain, tokenAddress(kind), 0n, data)] }).receipts;
    assert.equal(receipt?.status, 0, kind.asset);
  }
  const [paid] = testChain.mine({ transactions: [relayed(testChain, recipient, 1n, emptyBytes)] }).receipts;
  assert.equal(paid?.status, 1, 'the key itself is good');
});
