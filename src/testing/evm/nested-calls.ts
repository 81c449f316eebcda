import type { BlockEnvironment, Engine, InnerCall, Log, NativeContracts, NestedResult } from '../../kernel/engine.ts';
import { zeroAddress } from '../../primitives/address.ts';
import { emptyBytes } from '../../primitives/bytes.ts';
import type { WorldState } from '../../state/types.ts';
import { address } from './harness.ts';

type Site = {
  readonly run: Engine['run'];
  readonly block: BlockEnvironment;
  readonly state: WorldState;
  readonly natives: NativeContracts;
  emit(log: Log): void;
};

/** A contract of the node that does nothing but run a message. */
const relay = address(0x4e57);

/** The `callEvm` of a native call: each message runs within a transaction that calls a contract of the node. */
export function nestedCalls({ run, block, state, natives, emit }: Site): (call: InnerCall) => NestedResult {
  return (inner) => {
    let result: NestedResult | undefined;
    const contract = {
      name: 'relay',
      stateful: true,
      gas: () => 0n,
      run: ({ callEvm }: { callEvm(call: InnerCall): NestedResult }) => {
        result = callEvm(inner);
        return { status: 'success', gasUsed: 0n, output: emptyBytes } as const;
      },
    } as const;
    const at: NativeContracts['at'] = (wanted) => (wanted === relay ? contract : natives.at(wanted));
    const nothing = { value: 0n, data: emptyBytes, blobHashes: [], accessList: [], warmAccounts: [], refund: 0n };
    const message = {
      ...nothing,
      caller: zeroAddress,
      origin: inner.from,
      to: relay,
      gas: 0n,
      gasPrice: block.baseFee,
    };
    const all = { ...natives, at, addresses: [...natives.addresses, relay] };
    const { logs, burned } = run(block, message, state, { natives: all });
    if (result === undefined) throw new Error('the message did not run');
    if (burned > 0n) state.countBurned(burned);
    for (const log of logs) emit(log);
    return result;
  };
}
