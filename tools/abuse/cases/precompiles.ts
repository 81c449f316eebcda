import { readFileSync } from 'node:fs';
import { Interface } from 'ethers';
import { pqcVerifyAddress } from '#qord/modules/addresses.ts';
import { parseAddress } from '#qord/primitives/address.ts';
import { fromHex, toHex } from '#qord/primitives/hex.ts';
import { callOf, callsWithInput } from '#qord/testing/evm/evm-loops.ts';
import { mlDsaVectors } from '#qord/testing/modules/ml-dsa-vectors.ts';
import { type Attack, type AttackContext, sized } from '../attack.ts';
import { maxTransactionGas, openFundedAttacker } from '../funded-attacker.ts';

type Vector = { readonly input: string; readonly gas: number };

/** The precompiles with the most CPU time per gas, by the name of their official vectors. */
const slow: Readonly<Record<string, { readonly number: number; readonly repeat?: number }>> = {
  'bls-g1-msm': { number: 0x0c, repeat: 128 },
  'bls-g2-msm': { number: 0x0e },
  'bls-pairing': { number: 0x0f },
  'bn254-pairing': { number: 0x08 },
  'p256-verify': { number: 0x100 },
  'point-evaluation': { number: 0x0a },
};

/** The slowest precompiles, in loops that use all available gas. */
export const precompiles: Attack = {
  summary:
    'curve operations and post-quantum signatures in loops: eth_call side by side, transactions of the gas of a block',
  attack: async (context) => {
    const inputs = [...curveInputs(), pqcInput()];
    const { clients, urls } = context;
    const calls = inputs.map(([target, data]) =>
      clients.call(
        urls.http ?? '',
        'eth_call',
        ...callOf(callsWithInput(target, 'GAS'), { data, gas: sized(context, 25_000_000, 3_000_000) }),
      ),
    );
    await Promise.all(calls);
    for (const [target, data] of inputs.slice(0, sized(context, inputs.length, 1)))
      await transact(context, target, data);
  },
};

async function transact(context: AttackContext, target: string, data: `0x${string}`): Promise<void> {
  const payer = await openFundedAttacker(context);
  const to = await payer.deploy(callsWithInput(target, 'GAS'));
  if (to === undefined) return;
  const gasLimit = BigInt(sized(context, Number(maxTransactionGas), 2_000_000));
  await payer.receipt(await payer.send({ to, value: 0n, data: fromHex(data), gasLimit }));
}

function curveInputs(): readonly (readonly [string, `0x${string}`])[] {
  return Object.entries(slow).map(([name, { number, repeat = 1 }]) => {
    const vectors: Vector[] = JSON.parse(readFileSync(`src/evm/precompiles/fixtures/${name}.json`, 'utf8'));
    const lengths = vectors.map(({ input }) => input.length).filter((length) => length > 0);
    const input = vectors.find(({ input }) => input.length === Math.min(...lengths))?.input ?? '';
    return [parseAddress(`0x${number.toString(16).padStart(40, '0')}`), `0x${input.repeat(repeat)}`] as const;
  });
}

function pqcInput(): readonly [string, `0x${string}`] {
  const vector = mlDsaVectors().find(({ valid }) => valid);
  const codec = new Interface(['function pqcVerify(bytes,bytes,bytes)']);
  const args = [vector?.publicKey, vector?.signature, vector?.message].map((bytes) => toHex(bytes ?? new Uint8Array()));
  return [pqcVerifyAddress, codec.encodeFunctionData('pqcVerify', args) as `0x${string}`];
}
