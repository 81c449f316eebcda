import { Interface } from 'ethers';
import {
  abstractaccountAddress,
  bankAddress,
  bridgeAddress,
  burnAddress,
  gasabstractionAddress,
  lanesAddress,
  multilayerAddress,
  rdkAddress,
} from '#qord/modules/addresses.ts';
import { toHex } from '#qord/primitives/hex.ts';
import { callsWithCopy, callsWithMemory, loopAddress as place } from '#qord/testing/evm/evm-loops.ts';
import { type Attack, sized } from '../attack.ts';
import { maxTransactionGas, openFundedAttacker } from '../funded-attacker.ts';

const zero = `0x${'00'.repeat(20)}`;
const word = `0x${'00'.repeat(32)}`;

/** Calls with a text of any length: address, selector, and the other arguments. */
const calls: readonly (readonly [address: string, signature: string, args: (text: string) => readonly unknown[]])[] = [
  [burnAddress, 'burnedBy(string)', (text) => [text]],
  [lanesAddress, 'laneGas(string)', (text) => [text]],
  [gasabstractionAddress, 'quote(string,uint256)', (text) => [text, 1]],
  [bridgeAddress, 'balanceOf(string,string,address)', (text) => [text, text, zero]],
  [bridgeAddress, 'operationOf(string)', (text) => [text]],
  [bridgeAddress, 'limitsOf(string)', (text) => [text]],
  [multilayerAddress, 'anchorOf(string,uint48)', (text) => [text, 1]],
  [multilayerAddress, 'anchorText(string,uint48,bytes32,bytes32)', (text) => [text, 1, word, word]],
  [rdkAddress, 'rollupOf(string)', (text) => [text]],
  [
    abstractaccountAddress,
    'evmDigest(address,string,bytes,string,uint256,bytes,uint64)',
    (text) => [zero, text, '0x', text, 1, '0x', 1],
  ],
  [
    abstractaccountAddress,
    'nativeDigest(address,string,bytes,address,uint256,uint64)',
    (text) => [zero, text, '0x', zero, 1, 1],
  ],
  [bankAddress, 'unknown(string)', (text) => [text]],
];
/** A contract with the arguments as its code, which is cheaper than calldata. */
const dataContract = `0x${'ac'.repeat(20)}`;

/** Module calls with texts of 1 MB, of characters that are costly to decode. */
export const longArguments: Attack = {
  summary: 'module calls with texts of 1 MB, in loops: eth_call of each, a transaction',
  attack: async (context) => {
    const { clients, urls } = context;
    const text = '𐍈'.repeat(sized(context, 2 ** 18, 2 ** 15));
    for (const [address, signature, args] of calls) {
      const data = new Interface([`function ${signature}`]).encodeFunctionData(signature, args(text));
      const overrides = {
        [dataContract]: { code: data },
        [place]: { code: toHex(callsWithCopy(address, dataContract)) },
      };
      await clients.call(urls.http ?? '', 'eth_call', { to: place }, 'latest', overrides);
    }
    const payer = await openFundedAttacker(context);
    const size = sized(context, 2 ** 20, 2 ** 17);
    const selector = new Interface(['function burnedBy(string)']).getFunction('burnedBy')?.selector ?? '0x';
    const head = [
      [BigInt(selector) << 224n, 0],
      [32n, 4],
      [BigInt(size - 100), 36],
    ] as const;
    const data = callsWithMemory(burnAddress, 'GAS', size, head);
    const gasLimit = BigInt(sized(context, Number(maxTransactionGas), 2_000_000));
    await payer.receipt(await payer.send({ to: undefined, value: 0n, data, gasLimit }));
  },
};
