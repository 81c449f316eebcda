import { getCreateAddress } from 'ethers';
import { moduleMessage } from '../../kernel/module-sdk/module-message.ts';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import { createModules } from '../../modules/index.ts';
import { parseAddress } from '../../primitives/address.ts';
import { assemble, type Part } from '../evm/assemble.ts';
import { endlessLoop } from '../evm/evm-loops.ts';
import { accountOf, signFrom } from '../sign-from.ts';

/** Gas of a block of a development network, which one transaction may use. */
const blockGas = 100_000_000n;
const cap = 10n ** 13n;
/** An account that creates one contract, whose address is known. */
const creator = 3;
const created = parseAddress(getCreateAddress({ from: accountOf(creator), nonce: 0 }).toLowerCase());

/** Code that repeats `body` while more gas than `rest` is left, and succeeds, so that all its changes stay. */
function repeated(body: readonly Part[], rest: number, setup: readonly Part[] = []): Uint8Array {
  const before = assemble(...setup);
  return assemble(before, 'JUMPDEST', ...body, rest, 'GAS', 'GT', before.length, 'JUMPI', 'STOP');
}

/** Code that leaves `code` as a contract. */
function deploying(code: Uint8Array): Uint8Array {
  const head = (place: number) => assemble(code.length, 'DUP1', place, 0, 'CODECOPY', 0, 'RETURN');
  return assemble(head(head(99).length), code);
}

/** Code that calls a module with the same input again and again, then succeeds. */
function callingModule(moduleName: string, name: string, inputs: Parameters<typeof moduleMessage>[2]): Uint8Array {
  const module = createModules().find((entry) => entry.name === moduleName);
  if (module === undefined) throw new RangeError(`no module ${moduleName}`);
  const { to, data } = moduleMessage(module, name, inputs);
  const call: readonly Part[] = [0, 0, data.length, 0, 0, BigInt(to), 'GAS', 'CALL', 'POP'];
  const code = (place: number) => repeated(call, 3_000_000, [data.length, place, 0, 'CODECOPY']);
  return assemble(code(code(999).length), data);
}

/** Nests calls as deep as they go; each frame has as much memory as its share of the gas pays. */
const deepFrames = endlessLoop([0, 190_000, 'MSTORE8'], [0, 0, 0, 0, 0, 'ADDRESS', 'GAS', 'CALL', 'POP']);
/** Calls of SHA-256 with a megabyte of input. */
const largeInputs = endlessLoop([0, 1_000_000, 'MSTORE8'], [0, 0, 1_000_000, 0, 2, 'GAS', 'STATICCALL', 'POP']);
const message = {
  ...{ sourceVm: 'cosmwasm', targetVm: 'evm', targetContract: accountOf(9), funds: 0n },
  payload: new Uint8Array(4_096).fill(1),
};

/**
 * Code that a new contract runs with the gas of a whole block: what takes the most memory for its gas, of each kind.
 */
const codes: Readonly<Record<string, Uint8Array>> = {
  'empty logs': repeated([0, 0, 'LOG0'], 20_000),
  'logs with topics': repeated(['GAS', 'GAS', 'GAS', 'GAS', 0, 0, 'LOG4'], 20_000),
  'logs with data': repeated([60_000, 0, 'LOG0'], 600_000),
  'new slots': repeated(['GAS', 'GAS', 'SSTORE'], 40_000),
  'slots that are read': endlessLoop([], ['GAS', 'SLOAD', 'POP']),
  'accounts that are read': endlessLoop([], ['GAS', 'BALANCE', 'POP']),
  'large inputs of precompiles': largeInputs,
  'messages to other machines': callingModule('crossvm', 'call', message),
};

/** The transactions of one block each, in which one uses all gas or nearly so. */
export const hungryBlocks: Readonly<Record<string, readonly Transaction[]>> = {
  ...Object.fromEntries(
    Object.entries(codes).map(([name, data]) => [
      name,
      [signFrom(1, { cap, to: undefined, value: 0n, data, gasLimit: blockGas })],
    ]),
  ),
  'memory of nested calls': [
    signFrom(creator, { cap, to: undefined, value: 0n, data: deploying(deepFrames), gasLimit: 100_000n }),
    signFrom(1, { cap, to: created, value: 0n, gasLimit: blockGas - 100_000n }),
  ],
};
