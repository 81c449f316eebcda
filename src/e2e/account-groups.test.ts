import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getBytes, parseEther, Wallet, ZeroAddress } from 'ethers';
import { abstractaccountAddress } from '../modules/addresses.ts';
import { startWithModule, statusOf } from '../testing/node/node-contracts.ts';

const gas = 100_000n;

test('two of three signers act for a multisig, one does not, and no signature counts twice', async (t) => {
  const { node, provider, contracts } = await startWithModule(t, 'IAbstractaccount', abstractaccountAddress);
  const [, own, relayer] = contracts;
  const [account = '', recipient = ''] = [1, 3].map((at) => node.accounts[at]?.address.toLowerCase());
  const [one, two, three, stranger] = [1, 2, 3, 4].map(() => Wallet.createRandom());
  assert.ok(one && two && three && stranger);
  const members = [one, two, three].map(({ address }) => address);
  assert.equal(await statusOf(own, 'create', 'multisig'), 1);
  assert.equal(await statusOf(own, 'setSigners', members, 4), 0, 'more than there are');
  assert.equal(await statusOf(own, 'setSigners', [one.address, one.address], 1), 0, 'one is there twice');
  assert.equal(await statusOf(own, 'setSigners', members, 2), 1);
  const signedBy = async (...signers: readonly { signMessage(text: Uint8Array): Promise<string> }[]) => {
    const nonce = await provider.getTransactionCount(account, 'latest');
    const message = [account, recipient, parseEther('5'), '0x', nonce, gas] as const;
    const digest = await own?.getFunction('multisigDigest').staticCall(...message);
    return [...message, await Promise.all(signers.map((signer) => signer.signMessage(getBytes(digest))))] as const;
  };
  const execute = async (order: readonly unknown[]) => await statusOf(relayer, 'executeMultisig', ...order);
  const before = await provider.getBalance(recipient);
  for (const wrong of [[one], [one, one], [one, stranger], [one, two, three, stranger]])
    assert.equal(await execute(await signedBy(...wrong)), 0);
  const order = await signedBy(three, one);
  assert.equal(await execute(order.with(2, parseEther('6'))), 0, 'another amount than was signed');
  assert.equal(await execute(order), 1);
  assert.equal(await execute(order), 0);
  assert.equal((await provider.getBalance(recipient)) - before, parseEther('5'));
});

test('a multisig is bound by the rules of all accounts: the last nonce, and the length of initcode', async (t) => {
  const { node, provider, contracts } = await startWithModule(t, 'IAbstractaccount', abstractaccountAddress);
  const [, own, relayer] = contracts;
  const [account = '', recipient = ''] = [1, 3].map((at) => node.accounts[at]?.address.toLowerCase());
  const signer = Wallet.createRandom();
  assert.equal(await statusOf(own, 'create', 'multisig'), 1);
  assert.equal(await statusOf(own, 'setSigners', [signer.address], 1), 1);
  const nonceOf = async () => BigInt(await provider.send('eth_getTransactionCount', [account, 'latest']));
  const execute = async (to: string, data: string) => {
    const message = [account, to, 0n, data, await nonceOf(), gas] as const;
    const digest = await own?.getFunction('multisigDigest').staticCall(...message);
    return await statusOf(relayer, 'executeMultisig', ...message, [await signer.signMessage(getBytes(digest))]);
  };
  const initcode = (bytes: number) => `0x${'00'.repeat(bytes)}`;
  assert.equal(await execute('', initcode(49_153)), 0, 'EIP-3860');
  assert.equal(await nonceOf(), 2n, 'nothing was executed');
  assert.equal(await execute('', initcode(49_152)), 1);
  assert.equal(await nonceOf(), 3n);
  const last = 2n ** 64n - 2n; // EIP-2681
  await provider.send('anvil_setNonce', [account, `0x${last.toString(16)}`]);
  assert.equal(await execute(recipient, '0x'), 1);
  for (const to of [recipient, '']) assert.equal(await execute(to, '0x'), 0, 'else all its transactions counted again');
  assert.equal(await nonceOf(), last + 1n);
});

test('guardians name another owner after two days, unless the account cancels it', async (t) => {
  const { node, provider, contracts } = await startWithModule(t, 'IAbstractaccount', abstractaccountAddress);
  const [, own, first, second, third, heir] = contracts;
  const addresses = node.accounts.map(({ address }) => address);
  const [, account, ...guardians] = addresses.slice(0, 5);
  const [, , , , , owner, recipient = ''] = addresses;
  const pass = async (seconds: number) => {
    await provider.send('evm_increaseTime', [seconds]);
    await provider.send('evm_mine', []);
  };
  const act = () => statusOf(heir, 'executeAsOwner', account, recipient.toLowerCase(), parseEther('7'), '0x', gas);
  assert.equal(await statusOf(own, 'create', 'social_recovery'), 1);
  assert.equal(await statusOf(own, 'setSigners', guardians, 2), 1);
  assert.equal(await statusOf(heir, 'approveRecovery', account, owner), 0, 'no guardian');
  const approve = async () => {
    assert.equal(await statusOf(first, 'approveRecovery', account, owner), 1);
    assert.equal(await statusOf(second, 'approveRecovery', account, owner), 1);
  };
  await approve();
  assert.equal(await statusOf(heir, 'finishRecovery', account), 0, 'at once');
  assert.equal(await statusOf(own, 'cancelRecovery', account), 1);
  await pass(172_801);
  assert.equal(await statusOf(heir, 'finishRecovery', account), 0, 'cancelled');
  await approve();
  assert.equal(await statusOf(second, 'approveRecovery', account, recipient), 1, 'turns to somebody else');
  const open = await own?.getFunction('recoveryOf').staticCall(account);
  assert.equal(open.newOwner, ZeroAddress);
  assert.equal(await statusOf(third, 'approveRecovery', account, owner), 1);
  assert.equal(await act(), 0, 'not yet');
  await pass(172_801);
  assert.equal(await statusOf(heir, 'finishRecovery', account), 1);
  const before = await provider.getBalance(recipient);
  assert.equal(await act(), 1);
  assert.equal((await provider.getBalance(recipient)) - before, parseEther('7'));
  const shown = await provider.send('qor_getAbstractAccount', [account]);
  assert.notEqual(shown.owner, shown.address);
});
