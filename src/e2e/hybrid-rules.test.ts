import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signMlDsa } from '@qord/curves/ml-dsa';
import { authorizationDigest } from '../evm/transaction/authorize.ts';
import { transactionFaultText } from '../evm/transaction/fault.ts';
import { authDigest } from '../kernel/auth-digest.ts';
import { decodeTransaction, signTransaction } from '../kernel/transaction/codec.ts';
import { hybridType, type Transaction, type UnsignedTransaction } from '../kernel/transaction/transaction.ts';
import { abstractaccountAddress, pqcAddress } from '../modules/addresses.ts';
import { permitDigest } from '../modules/bridge/token-permit.ts';
import { tokenAddress } from '../modules/bridge/tokens.ts';
import { encodeAbi } from '../primitives/abi/encode.ts';
import { selectorOf } from '../primitives/abi/selector.ts';
import { parseSignature } from '../primitives/abi/type.ts';
import { type Address, toBech32 } from '../primitives/address.ts';
import { bigintToFixedBytes, concatBytes, emptyBytes } from '../primitives/bytes.ts';
import { ed25519PublicKey, signEd25519 } from '../primitives/crypto/ed25519.ts';
import { emptyCodeHash } from '../primitives/crypto/keccak.ts';
import { signDigest } from '../primitives/crypto/secp256k1.ts';
import { fromHex } from '../primitives/hex.ts';
import { genesisWith, type ModuleChain, openModuleChain } from '../testing/module-chain.ts';
import { privateKeyOf } from '../testing/sign-from.ts';
import { addressOf, hybridFrom, hybridTransferGas, type TestPqcKey, testPqcKey } from '../testing/signing/hybrid.ts';

const alice = 3;
const key = testPqcKey(1);
const protectedFault = /pqc: the account is protected: only hybrid transactions \(type 0x51\) act for it \(20\)/;

function chainWith(params: Record<string, unknown> = {}, sections: Record<string, object> = {}): ModuleChain {
  return openModuleChain(genesisWith({ ...sections, ...(Object.keys(params).length > 0 && { pqc: { params } }) }));
}

function register(testChain: ModuleChain, account: number, { publicKey }: TestPqcKey): Transaction {
  const inputs = { algorithmId: 1n, publicKey, ecdsaPublicKey: emptyBytes, keyType: 'hybrid' };
  return testChain.call(account, 'pqc', 'registerKey', inputs);
}

const statusesOf = (testChain: ModuleChain, transactions: readonly Transaction[]) =>
  testChain.mine({ transactions }).receipts.map(({ status }) => status);
const nonceOf = ({ chain }: ModuleChain, account: number) => chain.headState().account(addressOf(account))?.nonce ?? 0n;
const balanceOf = ({ chain }: ModuleChain, account: Address) => chain.headState().account(account)?.balance ?? 0n;

/** The data of `protect`, from a transaction that is not sent. */
function protectData(on: boolean): Uint8Array {
  return openModuleChain(genesisWith({})).call(alice, 'pqc', 'protect', { on }).data;
}

/** A chain on which the account has a post-quantum key and is protected. */
function protectedChain(): ModuleChain {
  const testChain = chainWith();
  const own = [register(testChain, alice, key), testChain.call(alice, 'pqc', 'protect', { on: true })];
  assert.deepEqual(statusesOf(testChain, own), [1, 1]);
  return testChain;
}

function plainFrom(account: number, nonce: bigint, changes: Partial<UnsignedTransaction> = {}): Transaction {
  const fees = { maxFeePerGas: 10n ** 13n, maxPriorityFeePerGas: 1n };
  const call = {
    chainId: 9800n,
    nonce,
    gasLimit: 500_000n,
    to: addressOf(9),
    value: 1n,
    data: emptyBytes,
    accessList: [],
  };
  return signTransaction({ type: 2, ...fees, ...call, ...changes } as UnsignedTransaction, privateKeyOf(account));
}

test('a hybrid transfer moves coins, costs its gas, and shows in counter, event and receipt', () => {
  const testChain = chainWith();
  assert.deepEqual(statusesOf(testChain, [register(testChain, alice, key)]), [1]);
  const before = balanceOf(testChain, addressOf(9));
  const tx = hybridFrom(alice, key, { nonce: 1n, value: 5n, gasLimit: hybridTransferGas });
  const { block, receipts } = testChain.mine({ transactions: [tx] });
  const [receipt] = receipts;
  assert.deepEqual([receipt?.type, receipt?.status, receipt?.gasUsed], [hybridType, 1, hybridTransferGas]);
  assert.equal(balanceOf(testChain, addressOf(9)) - before, 5n);
  assert.deepEqual(
    receipt?.logs.map(({ address, topics }) => [address, topics[1]]),
    [[pqcAddress, `0x${'0'.repeat(24)}${addressOf(alice).slice(2)}`]],
  );
  const stored = testChain.chain.reader.receipts(block.header.number)?.[0];
  assert.deepEqual([stored?.type, stored?.logs.length], [hybridType, 1]);
  const section = testChain.exported().modules?.pqc as { statistics: Record<string, number> };
  assert.deepEqual([section.statistics.total_hybrid_verifications, section.statistics.total_pqc_verifications], [1, 1]);
  testChain.assertSupply();
});

test('a block with a hybrid transaction that is not valid is not valid', () => {
  const testChain = chainWith();
  statusesOf(testChain, [register(testChain, alice, key)]);
  const good = hybridFrom(alice, key, { nonce: 1n });
  const rejects = (tx: Transaction, why: RegExp) => {
    assert.throws(() => testChain.mine({ transactions: [tx] }), why);
    const fault = testChain.chain.next.check(tx);
    assert.match(fault === undefined ? '' : transactionFaultText(fault), why);
  };
  rejects(hybridFrom(alice, testPqcKey(2), { nonce: 1n }), /does not verify under the registered key \(21\)/);
  rejects(hybridFrom(4, key, { nonce: 0n }), /pqc: the account has no registered key \(6\)/);
  rejects(hybridFrom(alice, key, { nonce: 1n, algorithmId: 2 }), /the key is of algorithm 1 \(23\)/);
  rejects(hybridFrom(alice, key, { nonce: 1n, gasLimit: hybridTransferGas - 1n }), /intrinsic gas too low/);
  const short = withBytes(good, (bytes) => bytes.subarray(0, -1));
  assert.throws(() => decodeTransaction(short), /rlp/);
  const forged = Uint8Array.from(good.raw);
  forged[forged.length - 4_000] = (forged[forged.length - 4_000] ?? 0) ^ 1;
  rejects(decodeTransaction(forged), /\(21\)/);
  assert.deepEqual(statusesOf(testChain, [good]), [1]);
  testChain.assertSupply();
});

function withBytes({ raw }: Transaction, change: (bytes: Uint8Array) => Uint8Array): Uint8Array {
  return change(Uint8Array.from(raw));
}

test('mode 0 rejects the type; in mode 1 it is accepted, and no account needs it', () => {
  const off = chainWith({ hybrid_signature_mode: 0 });
  statusesOf(off, [register(off, alice, key)]);
  assert.throws(() => off.mine({ transactions: [hybridFrom(alice, key, { nonce: 1n })] }), /disabled \(22\)/);
  const optional = chainWith({ hybrid_signature_mode: 1 });
  const own = [register(optional, alice, key), optional.call(alice, 'pqc', 'protect', { on: true })];
  assert.deepEqual(statusesOf(optional, own), [1, 1]);
  assert.deepEqual(statusesOf(optional, [plainFrom(alice, 2n), hybridFrom(alice, key, { nonce: 3n })]), [1, 1]);
  const data = protectData(false);
  const plain = plainFrom(alice, 4n, { to: pqcAddress, value: 0n, data });
  assert.deepEqual(statusesOf(optional, [plain]), [0], 'once on, only a hybrid transaction ends it');
  const hybrid = hybridFrom(alice, key, { nonce: 5n, to: pqcAddress, data });
  assert.deepEqual(statusesOf(optional, [hybrid]), [1]);
  optional.assertSupply();
});

test('the ECDSA key alone moves nothing of a protected account, also on a chain that begins with its export', () => {
  const testChain = protectedChain();
  const again = openModuleChain(testChain.exported());
  for (const chain of [testChain, again]) {
    const nonce = nonceOf(chain, alice);
    assert.throws(() => chain.mine({ transactions: [plainFrom(alice, nonce)] }), protectedFault);
    assert.deepEqual(statusesOf(chain, [hybridFrom(alice, key, { nonce, value: 1n })]), [1]);
    assert.deepEqual(statusesOf(chain, [plainFrom(4, nonceOf(chain, 4))]), [1], 'others are as they were');
  }
  const end = hybridFrom(alice, key, { nonce: nonceOf(testChain, alice), to: pqcAddress, data: protectData(false) });
  assert.deepEqual(statusesOf(testChain, [end, plainFrom(alice, end.nonce + 1n)]), [1, 1]);
  testChain.assertSupply();
  again.assertSupply();
});

test('a permit of a bridged asset that the ECDSA key of a protected account signs is refused', () => {
  const testChain = protectedChain();
  const token = tokenAddress({ chain: 'ethereum', asset: 'USDC' });
  const { inputs, ...signature } = parseSignature(
    'permit(address owner,address spender,uint256 value,uint256 deadline,uint8 v,bytes32 r,bytes32 s)',
  );
  const permitBy = (account: number) => {
    const given = { owner: addressOf(account), spender: addressOf(4), value: 7n, deadline: 2n ** 40n };
    const { r, s, yParity } = signDigest(
      permitDigest({ chainId: 9800n }, { name: 'USDC of Ethereum', address: token }, given, 0n),
      privateKeyOf(account),
    );
    const [rBytes, sBytes] = [bigintToFixedBytes(r, 32), bigintToFixedBytes(s, 32)];
    const words = encodeAbi(inputs, { ...given, v: BigInt(27 + yParity), r: rBytes, s: sBytes });
    const data = concatBytes(fromHex(selectorOf({ inputs, ...signature })), words);
    return plainFrom(4, nonceOf(testChain, 4), { to: token, value: 0n, data });
  };
  assert.deepEqual(statusesOf(testChain, [permitBy(alice)]), [0]);
  assert.deepEqual(statusesOf(testChain, [permitBy(5)]), [1], 'of others it counts');
  testChain.assertSupply();
});

test('a delegation that the ECDSA key of a protected account signs has no effect', () => {
  const testChain = protectedChain();
  const authorized = { chainId: 9800n, address: addressOf(8), nonce: nonceOf(testChain, alice) };
  const { r, s, yParity } = signDigest(authorizationDigest(authorized), privateKeyOf(alice));
  const authorizationList = [{ ...authorized, r, s, yParity: BigInt(yParity) }];
  const setCode = plainFrom(4, nonceOf(testChain, 4), { type: 4, authorizationList } as Partial<UnsignedTransaction>);
  assert.deepEqual(statusesOf(testChain, [setCode]), [1]);
  const account = testChain.chain.headState().account(addressOf(alice));
  assert.deepEqual([account?.codeHash, account?.nonce], [emptyCodeHash, authorized.nonce]);
  testChain.assertSupply();
});

test('a delegated account cannot be protected before its delegation is gone', () => {
  const testChain = chainWith();
  const authorized = { chainId: 9800n, address: addressOf(8), nonce: 1n };
  const { r, s, yParity } = signDigest(authorizationDigest(authorized), privateKeyOf(alice));
  const authorizationList = [{ ...authorized, r, s, yParity: BigInt(yParity) }];
  statusesOf(testChain, [register(testChain, alice, key)]);
  statusesOf(testChain, [plainFrom(4, 0n, { type: 4, authorizationList } as Partial<UnsignedTransaction>)]);
  const protect = hybridFrom(alice, key, { nonce: 2n, to: pqcAddress, data: protectData(true) });
  assert.deepEqual(statusesOf(testChain, [protect]), [0]);
  testChain.assertSupply();
});

test('session keys of a protected account have no effect', () => {
  const testChain = chainWith();
  const privateKey = new Uint8Array(32).fill(3);
  const session = { scheme: 'ed25519', pubkey: ed25519PublicKey(privateKey) };
  const own = (name: string, inputs: Parameters<ModuleChain['call']>[3]) =>
    testChain.call(alice, 'abstractaccount', name, inputs);
  const set = [
    own('create', { accountType: 'session_based' }),
    own('registerAuthenticator', { ...session, permissions: ['all'], expiry: 0n, label: 'game' }),
    register(testChain, alice, key),
  ];
  assert.deepEqual(statusesOf(testChain, set), [1, 1, 1]);
  const relayed = () => {
    const nonce = nonceOf(testChain, alice);
    const [account, to] = [addressOf(alice), addressOf(9)];
    const fields = ['9800', toBech32(account), session.pubkey, to, '7', emptyBytes];
    const signature = signEd25519(authDigest('qor-evm-auth-v1', fields, nonce), privateKey);
    const order = { account, ...session, signature, to, value: 7n, data: emptyBytes, nonce, gasLimit: 100_000n };
    return testChain.call(4, 'abstractaccount', 'executeEvm', order);
  };
  assert.deepEqual(statusesOf(testChain, [relayed()]), [1]);
  const protect = (on: boolean) =>
    hybridFrom(alice, key, { nonce: nonceOf(testChain, alice), to: pqcAddress, data: protectData(on) });
  assert.deepEqual(statusesOf(testChain, [protect(true)]), [1]);
  const before = balanceOf(testChain, addressOf(9));
  assert.deepEqual(statusesOf(testChain, [relayed()]), [0]);
  const nonce = BigInt(0);
  const fields = ['9800', toBech32(addressOf(alice)), session.pubkey, toBech32(addressOf(9)), '1'];
  const signature = signEd25519(authDigest('qor-cosmos-auth-v1', fields, nonce), privateKey);
  const payment = { account: addressOf(alice), ...session, signature, to: addressOf(9), amount: 1n, nonce };
  assert.deepEqual(statusesOf(testChain, [testChain.call(4, 'abstractaccount', 'executeNative', payment)]), [0]);
  assert.equal(balanceOf(testChain, addressOf(9)), before);
  assert.deepEqual(statusesOf(testChain, [protect(false)]), [1]);
  assert.deepEqual(statusesOf(testChain, [relayed()]), [1], 'when the protection ends they act again');
  assert.ok(testChain.chain.headState().account(abstractaccountAddress) !== undefined);
  testChain.assertSupply();
});

test('after a rotation the new key signs and the old one does not', () => {
  const testChain = protectedChain();
  const next = testPqcKey(2);
  const account = toBech32(addressOf(alice));
  const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
  const text = ['qor-pqc-rotate-v1', '9800', '1', account, hex(key.publicKey), hex(next.publicKey)].join('|');
  const message = new TextEncoder().encode(text);
  const signed = testChain.call(5, 'pqc', 'rotateKey', {
    newKey: next.publicKey,
    oldSignature: signMlDsa('ml-dsa-87', key.privateKey, message),
    newSignature: signMlDsa('ml-dsa-87', next.privateKey, message),
  });
  const nonce = nonceOf(testChain, alice);
  const rotate = hybridFrom(alice, key, { nonce, to: pqcAddress, data: signed.data, gasLimit: 5_000_000n });
  assert.deepEqual(statusesOf(testChain, [rotate]), [1]);
  assert.throws(() => testChain.mine({ transactions: [hybridFrom(alice, key, { nonce: nonce + 1n })] }), /\(21\)/);
  assert.deepEqual(statusesOf(testChain, [hybridFrom(alice, next, { nonce: nonce + 1n })]), [1]);
  testChain.assertSupply();
});
