import { abiFields } from '#qord/kernel/module-sdk/field.ts';
import { createModules } from '#qord/modules/index.ts';
import { encodeAbi } from '#qord/primitives/abi/encode.ts';
import { concatBytes } from '#qord/primitives/bytes.ts';
import { fromHex, toHex } from '#qord/primitives/hex.ts';
import { callOf, callsWithInput } from '#qord/testing/evm/evm-loops.ts';
import { accountOf } from '#qord/testing/sign-from.ts';
import { exampleValues } from '../../gas/example-values.ts';
import { type Attack, sized } from '../attack.ts';

/** Bytes behind the arguments, which are paid for: the most that begins on the main thread, and more. */
const lengths = [0, 31_000, 200_000];

/** Every call of every module, directly and by a contract that repeats it until its gas is used up. */
function* requests(): Generator<readonly [method: string, ...params: readonly unknown[]]> {
  for (const { calls, precompiles, address } of createModules()) {
    for (const group of [{ address, calls }, ...precompiles]) {
      for (const call of group.calls) {
        const plain = concatBytes(fromHex(call.selector), encodeAbi(abiFields(call.inputs), exampleValues(call)));
        for (const length of lengths) {
          const data = toHex(concatBytes(plain, new Uint8Array(length).fill(0x31)));
          const direct = { from: accountOf(0), to: group.address, data };
          yield ['eth_call', direct, 'latest'];
          yield ['eth_estimateGas', direct];
          yield ['eth_call', ...callOf(callsWithInput(group.address, 'GAS'), { data })];
          yield ['debug_traceCall', direct, 'latest', { tracer: 'callTracer' }];
        }
      }
    }
  }
}

/** Whatever modules can be made to do for clients. */
export const moduleCalls: Attack = {
  summary: '50 calls, estimates and traces of module calls at once, with up to 200 kB of arguments, once and in loops',
  attack: async (context) => {
    const { clients, urls } = context;
    const all = [...requests()];
    const step = sized(context, 1, 29);
    const some = all.filter((_, at) => at % step === 0);
    const ask = (turn: number) => {
      const [method = '', ...params] = some[turn % some.length] ?? [];
      return clients.call(urls.http ?? '', String(method), ...params);
    };
    if (context.scale === 'full') await clients.flood(50, (round, lane) => ask(round * 50 + lane));
    else await Promise.all(some.map((_, turn) => ask(turn)));
  },
};
