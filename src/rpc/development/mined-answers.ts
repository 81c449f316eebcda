import type { ChainReader } from '../../chain/types.ts';
import { feeCap } from '../../kernel/transaction/transaction.ts';
import type { Hash } from '../../primitives/hash.ts';
import type { WaitForReceipt } from '../evm-common/receipt-wait.ts';
import type { Method, Methods } from '../method.ts';
import type { NodeControl } from '../node-control.ts';
import { hashParam } from '../params/bytes.ts';
import { RpcError } from '../rpc-error.ts';
import type { Call } from '../session.ts';

export type MiningDependencies = {
  readonly chain: ChainReader;
  readonly node: Pick<NodeControl, 'mempool' | 'development'>;
  readonly waitForReceipt: WaitForReceipt;
};

/** What libraries submit by. */
const submissions: ReadonlySet<string> = new Set(['eth_sendTransaction', 'eth_sendRawTransaction']);
/** Milliseconds after which the hash is returned though there is no block. */
const patienceMs = 20_000;
const hashType = hashParam('hash', 'Hash of a transaction.');

/** The methods, with those changed by which libraries submit. */
export function mapSubmissions(methods: Methods, change: (method: Method) => Method): Methods {
  const each = Object.entries(methods).map(([name, method]): [string, Method] => [
    name,
    submissions.has(name) ? change(method) : method,
  ]);
  return Object.fromEntries(each);
}

/**
 * While blocks are made at once, a client in the process of the node gets the hash of a transaction when it is in a
 * block. Its next request would come before the block: no time passes between the two as over a connection, and
 * libraries that find no receipt look again after seconds.
 */
export function withMinedAnswers(methods: Methods, dependencies: MiningDependencies): Methods {
  return mapSubmissions(methods, (method) => ({
    ...method,
    run: (args, call) =>
      call.isInProcess === true ? runUntilMined(method, dependencies, args, call) : method.run(args, call),
  }));
}

/** Submits a transaction and resolves with its hash, once it is in a block if the next is going to have it. */
export async function runUntilMined(
  method: Pick<Method, 'run'>,
  dependencies: MiningDependencies,
  args: Parameters<Method['run']>[0],
  call: Call,
): Promise<Hash> {
  const hash = hashType.parse(await method.run(args, call));
  await mined(hash, dependencies, call);
  return hash;
}

async function mined(hash: Hash, { chain, node, waitForReceipt }: MiningDependencies, call: Call): Promise<void> {
  const { mempool, development } = node;
  const waiting = mempool.get(hash);
  const baseFee = chain.states.environmentAt('next')?.baseFee ?? 0n;
  if (waiting === undefined || chain.locate(hash) !== undefined || development?.isAutomining !== true) return;
  if (waiting.nonce >= mempool.nextNonce(waiting.sender) || feeCap(waiting) < baseFee) return;
  try {
    await waitForReceipt(hash, patienceMs, () => {}, call);
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
  }
}
