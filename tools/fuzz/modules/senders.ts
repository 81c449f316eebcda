import { Interface, type InterfaceAbi } from 'ethers';
import { authorizationDigest } from '#qord/evm/transaction/authorize.ts';
import type { NetworkIdentity } from '#qord/kernel/module-sdk/signed-text.ts';
import { signTransaction } from '#qord/kernel/transaction/codec.ts';
import type { Transaction } from '#qord/kernel/transaction/transaction.ts';
import { evmText } from '#qord/modules/abstractaccount/execution-texts.ts';
import { abstractaccountAddress } from '#qord/modules/addresses.ts';
import type { AbiRecord } from '#qord/primitives/abi/value.ts';
import { type Address, toBech32, zeroAddress } from '#qord/primitives/address.ts';
import { concatBytes } from '#qord/primitives/bytes.ts';
import { ed25519PublicKey, signEd25519 } from '#qord/primitives/crypto/ed25519.ts';
import { signDigest } from '#qord/primitives/crypto/secp256k1.ts';
import { fromHex, type Hex } from '#qord/primitives/hex.ts';
import type { StateView } from '#qord/state/types.ts';
import { accountOf, privateKeyOf } from '#qord/testing/sign-from.ts';
import { hybridFrom, testPqcKey } from '#qord/testing/signing/hybrid.ts';
import { compileContract } from '#qord/testing/solidity.ts';

/** A message, and who sends it how. */
export type Message = {
  readonly to: Address;
  /** wei */
  readonly value: bigint;
  readonly data: Uint8Array;
};

/** What a transaction is signed for: where it is sent, and the next nonces there. */
export type SigningPlace = {
  readonly identity: NetworkIdentity;
  /** the state at the head */
  readonly state: StateView;
  nonceOf(account: Address): bigint;
};

/** Development accounts with a part of their own; the first ones call directly. */
export const [sessionOwner, hybridSender, delegatedAccount, deployer] = [8, 9, 3, 4] as const;

const fees = { maxFeePerGas: 10n ** 13n, maxPriorityFeePerGas: 1n };
const gasLimit = 12_000_000n;
const chainId = 9800n;
const relay = compileContract('Relay');
const relayInterface = new Interface(relay.abi as InterfaceAbi);

/** A transaction of a development account. */
export function signDirect(account: number, nonce: bigint, { to, value, data }: Message): Transaction {
  const fields = { chainId, nonce, gasLimit, to, value, data, accessList: [] };
  return signTransaction({ type: 2, ...fees, ...fields }, privateKeyOf(account));
}

/** The kinds of call that a contract can make. */
export const callKinds = { call: 0n, delegatecall: 1n, staticcall: 2n, callcode: 3n } as const;

/** The message to a contract that passes another on. */
export function throughContract(
  contract: Address,
  kind: bigint,
  { to, value, data }: Message,
  { twice = false, strict = true, late = false } = {},
): Message {
  const passed = relayInterface.encodeFunctionData('pass', [kind, to, value, data, twice, strict, late]);
  return { to: contract, value: value * (twice ? 2n : 1n), data: fromHex(passed as Hex) };
}

/** A transaction that creates a contract, which passes the message on in its constructor; without one, nothing. */
export function signCreation(account: number, nonce: bigint, kind = 0n, message?: Message): Transaction {
  const { to, value, data } = message ?? { to: zeroAddress, value: 0n, data: new Uint8Array(0) };
  const inputs = relayInterface.encodeDeploy([kind, to, value, data]);
  const code = concatBytes(fromHex(relay.bytecode), fromHex(inputs as Hex));
  const fields = { chainId, nonce, gasLimit, to: undefined, value, data: code, accessList: [] };
  return signTransaction({ type: 2, ...fees, ...fields }, privateKeyOf(account));
}

/** A transaction that makes `code` the code of a development account (EIP-7702), and then sends the message. */
export function signDelegation(
  account: number,
  nonce: bigint,
  authority: { readonly account: number; readonly nonce: bigint; readonly code: Address },
  { to, value, data }: Message,
): Transaction {
  const unsigned = { chainId, address: authority.code, nonce: authority.nonce };
  const { r, s, yParity } = signDigest(authorizationDigest(unsigned), privateKeyOf(authority.account));
  const authorizationList = [{ ...unsigned, r, s, yParity: BigInt(yParity) }];
  const fields = { chainId, nonce, gasLimit, to, value, data, accessList: [], authorizationList };
  return signTransaction({ type: 4, ...fees, ...fields }, privateKeyOf(account));
}

export const pqcKey = testPqcKey(77);

/** A transaction with a post-quantum signature besides. */
export function signHybrid(account: number, nonce: bigint, message: Message): Transaction {
  return hybridFrom(account, pqcKey, { ...fees, nonce, gasLimit, ...message });
}

export const sessionKey = new Uint8Array(32).fill(99);

/** The message to the module that executes the one that the session key of an account has signed. */
export function bySessionKey(
  { identity, nonceOf }: SigningPlace,
  encode: (module: string, name: string, values: AbiRecord) => Uint8Array,
  { to, value, data }: Message,
): Message {
  const account = accountOf(sessionOwner);
  const signer = { account, scheme: 'ed25519', pubkey: ed25519PublicKey(sessionKey) };
  const order = { ...signer, to, value, data, nonce: nonceOf(account), gasLimit: 2_000_000n };
  const message = { to, 'value in wei': String(value), data, 'gas limit': String(order.gasLimit) };
  const signed = { 'account as qor1…': toBech32(account), key: signer.pubkey, ...message };
  const signature = signEd25519(evmText.digest(identity, signed, order.nonce), sessionKey);
  return {
    to: abstractaccountAddress,
    value: 0n,
    data: encode('abstractaccount', 'executeEvm', { ...order, signature }),
  };
}
