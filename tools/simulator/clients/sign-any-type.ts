import { signTransaction } from '#qord/kernel/transaction/codec.ts';
import type { Authorization, Transaction } from '#qord/kernel/transaction/transaction.ts';
import { pqcAddress } from '#qord/modules/addresses.ts';
import { keys } from '#qord/modules/pqc/records.ts';
import { type Address, parseAddress, zeroAddress } from '#qord/primitives/address.ts';
import { emptyBytes } from '#qord/primitives/bytes.ts';
import { groupOrder } from '#qord/primitives/crypto/secp256k1.ts';
import { hashFromBytes } from '#qord/primitives/hash.ts';
import { toHex } from '#qord/primitives/hex.ts';
import type { StateView } from '#qord/state/types.ts';
import type { Random } from '#qord/testing/random/random.ts';
import { accountOf, privateKeyOf, signFrom, type TransferFields } from '#qord/testing/sign-from.ts';
import { hybridFrom, type TestPqcKey, testPqcKey } from '#qord/testing/signing/hybrid.ts';
import { pqcRegistration } from '#qord/testing/signing/pqc-registration.ts';
import { signAuthorization } from '#qord/testing/signing/sign-authorizing.ts';

/** Gas for the access lists, authorizations and post-quantum signatures below. */
const additionalGas = 200_000n;
/** The account that has a post-quantum key, which takes a moment to make. */
const hybridAccount = 5;
let key: TestPqcKey | undefined;

/** The accounts that are delegated (EIP-7702), besides senders that authorize themselves. */
const authorities = [6, 7] as const;

type Fields = TransferFields & { readonly nonce: bigint; readonly cap: bigint; readonly tip: bigint };
/** The state after the newest block, and contracts whose code accounts may run. */
type Place = { readonly state: StateView; readonly contracts: readonly Address[] };

/**
 * A transaction of a development account, mostly of type 2; others are of types 0, 1 and 4, have access lists, or a
 * post-quantum signature.
 */
export function signAnyType(random: Random, account: number, fields: Fields, place: Place): Transaction {
  const { nonce, cap, tip, value = 1n, data = emptyBytes, gasLimit = 21_000n } = fields;
  const target = fields.to ?? accountOf(9);
  const to = 'to' in fields ? fields.to : target;
  const kind = random.below(100);
  if (kind < 70) return signFrom(account, fields);
  const secret = privateKeyOf(account);
  const common = { chainId: 9800n, nonce, value, data, to, gasLimit: gasLimit + additionalGas };
  const accessList = Array.from({ length: random.below(3) }, () => ({
    address: random.pick([target, parseAddress(toHex(random.bytes(20)))]),
    storageKeys: Array.from({ length: random.below(3) }, () => hashFromBytes(random.bytes(32))),
  }));
  if (kind < 78) return signTransaction({ type: 0, ...common, gasPrice: cap }, secret);
  if (kind < 85) return signTransaction({ type: 1, ...common, gasPrice: cap, accessList }, secret);
  const dynamic = { ...common, maxFeePerGas: cap, maxPriorityFeePerGas: tip, accessList };
  if (kind < 89) {
    const authorizationList = Array.from({ length: 1 + random.below(4) }, () =>
      authorizationOf(random, account, nonce, place),
    );
    return signTransaction({ type: 4, ...dynamic, to: target, authorizationList }, secret);
  }
  if (account !== hybridAccount || random.chance(0.5)) return signTransaction({ type: 2, ...dynamic }, secret);
  key ??= testPqcKey(hybridAccount);
  const isRegistered = place.state !== undefined && keys.get(place.state, accountOf(account)) !== undefined;
  if (isRegistered && random.chance(0.9)) return hybridFrom(account, key, dynamic);
  const { data: registration } = pqcRegistration(account, key);
  return signFrom(account, { nonce, cap, to: pqcAddress, value: 0n, gasLimit: 5_000_000n, data: registration });
}

/**
 * Most of them are of the next nonce, or of the one after it, which comes when another one has had an effect. Some are of
 * the sender itself, whose nonce then counts twice, and some have the other signature of the same key, which EIP-2 forbids.
 */
function authorizationOf(random: Random, sender: number, nonce: bigint, { state, contracts }: Place): Authorization {
  const isOwn = sender !== hybridAccount && random.chance(0.2);
  const authority = isOwn ? sender : random.pick(authorities);
  const next = isOwn ? nonce + 1n : (state.account(accountOf(authority))?.nonce ?? 0n);
  const signed = signAuthorization(authority, {
    nonce: next + BigInt(random.below(3)),
    address: isOwn ? zeroAddress : random.pick([zeroAddress, ...contracts]),
    chain: random.pick([9800n, 0n, 1n]),
  });
  if (random.chance(0.9)) return signed;
  return { ...signed, s: groupOrder - signed.s, yParity: 1n - signed.yParity };
}
