import { authorizationDigest } from '#qord/evm/transaction/authorize.ts';
import type { Authorization } from '#qord/kernel/transaction/transaction.ts';
import { type Address, zeroAddress } from '#qord/primitives/address.ts';
import { addressOfPrivateKey, groupOrder, signDigest } from '#qord/primitives/crypto/secp256k1.ts';
import type { Random } from '#qord/testing/random/random.ts';
import { privateKeys, sender } from './generate-world.ts';
import { type ProgramEnvironment, someAddress } from './program-environment.ts';
import type { ScenarioAccount } from './scenario.ts';

/** Authorizations (EIP-7702), most of them valid. */
export function generateAuthorizations(
  environment: ProgramEnvironment,
  accounts: ReadonlyMap<Address, ScenarioAccount>,
): Authorization[] {
  return Array.from({ length: 1 + environment.random.below(4) }, () => generateAuthorization(environment, accounts));
}

function generateAuthorization(
  environment: ProgramEnvironment,
  accounts: ReadonlyMap<Address, ScenarioAccount>,
): Authorization {
  const { random } = environment;
  const key = privateKeys[random.below(privateKeys.length)] ?? new Uint8Array(32).fill(1);
  const authority = addressOfPrivateKey(key);
  const used = (accounts.get(authority)?.nonce ?? 0n) + (authority === sender ? 1n : 0n);
  const unsigned = {
    chainId: random.pickWeighted([
      [5, 1n],
      [4, 0n],
      [1, 2n],
    ] as const),
    address: random.chance(0.1) ? zeroAddress : someAddress(environment),
    nonce: random.chance(0.8) ? used : BigInt(random.below(4)),
  };
  const { r, s, yParity } = signDigest(authorizationDigest(unsigned), key);
  return invalidateSome(random, { ...unsigned, r, s, yParity: BigInt(yParity) });
}

/** Invalidates one authorization in ten. */
function invalidateSome(random: Random, authorization: Authorization): Authorization {
  if (random.chance(0.9)) return authorization;
  const { s, yParity } = authorization;
  return random.pick<() => Authorization>([
    () => ({ ...authorization, s: groupOrder - s, yParity: 1n - yParity }), // malleable (EIP-2)
    () => ({ ...authorization, yParity: 1n - yParity }), // the signature of another account
    () => ({ ...authorization, r: 0n }),
    () => ({ ...authorization, nonce: 2n ** 64n - 1n }),
  ])();
}
