import { bankAddress } from '../../../modules/bank/address.ts';
import { multilayerAddress } from '../../../modules/multilayer/address.ts';
import { type Attack, sized } from '../attack.ts';
import { callOf, callsWithMemory } from '../evm-loops.ts';
import { largestGas, openPayer } from '../mischief.ts';

const sha256 = `0x${'02'.padStart(40, '0')}`;
const targets = [sha256, multilayerAddress, bankAddress];

/** Calls without gas for a precompile or module, with 1 MB of input: what is copied before the gas is looked at is free. */
export const nativeZeroGas: Attack = {
  summary: 'native calls with 0 gas and 1 MB of input, in loops: eth_call, debug_traceCall, transactions',
  attack: async (stage) => {
    const { strangers, urls } = stage;
    const size = sized(stage, 2 ** 20, 2 ** 18);
    const http = urls.http ?? '';
    const code = (target: string) => callsWithMemory(target, 0, size, [[0xdeadbeefn << 224n, 0]]);
    const calls = targets.map((target) => strangers.ask(http, 'eth_call', ...callOf(code(target))));
    const [call, block, overrides] = callOf(code(sha256));
    const tracing = { tracer: 'callTracer', tracerConfig: { onlyTopCall: true }, stateOverrides: overrides };
    const trace = strangers.ask(http, 'debug_traceCall', call, block, tracing);
    const payer = await openPayer(stage);
    for (const target of targets) {
      const hash = await payer.send({
        to: undefined,
        value: 0n,
        data: code(target),
        gasLimit: BigInt(sized(stage, Number(largestGas), 2_000_000)),
      });
      await payer.receipt(hash);
    }
    await Promise.all([...calls, trace]);
  },
};
