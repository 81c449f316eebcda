import { mostChainId, setChainId } from '../../kernel/chain-id.ts';
import { quantity } from '../../primitives/quantity.ts';
import type { DevelopmentControl, ExclusiveTurn } from '../development-control.ts';
import type { EthDependencies } from '../evm-common/dependencies.ts';
import type { FeeReader } from '../evm-common/fees/block-fees.ts';
import { suggestedTip } from '../evm-common/fees/suggested-tip.ts';
import type { JsonValue } from '../json-value.ts';
import type { Methods } from '../method.ts';
import { alsoNamed } from '../params/param-type.ts';
import { booleanParam } from '../params/quantity.ts';
import { setter, toolMethod } from './aliases.ts';
import { describeFork, describeForkConfig } from './fork-methods.ts';
import { boundedParam } from './params.ts';
import type { Snapshots } from './snapshots.ts';

const objectSchema = { type: 'object' } as const;

type InfoDependencies = Pick<EthDependencies, 'chain' | 'node' | 'clientVersion'> & { readonly fees: FeeReader };

/** Descriptions of a development network, and its chain id. */
export function infoMethods(
  control: DevelopmentControl,
  { chain, node, clientVersion, fees }: InfoDependencies,
  snapshots: Snapshots,
): Methods {
  const nodeInfo = (): JsonValue => {
    const { number, timestamp, hash } = chain.head();
    const next = chain.states.environmentAt('next');
    const baseFee = next?.baseFee ?? 0n;
    return {
      currentBlockNumber: quantity(number),
      currentBlockTimestamp: timestamp,
      currentBlockHash: hash,
      hardFork: 'osaka',
      transactionOrder: control.transactionOrder,
      environment: {
        baseFee: quantity(baseFee),
        chainId: Number(chain.states.chainId()),
        gasLimit: quantity(next?.gasLimit ?? 0n),
        gasPrice: quantity(baseFee + suggestedTip(chain, fees)),
      },
      forkConfig: describeForkConfig(control.fork),
      automine: control.isAutomining,
    };
  };
  const metadata = (): JsonValue => {
    const { number, hash } = chain.head();
    return {
      clientVersion: control.clientVersion || clientVersion,
      chainId: Number(chain.states.chainId()),
      instanceId: snapshots.instanceId,
      latestBlockNumber: number,
      latestBlockHash: hash,
      forkedNetwork: describeFork(control.fork),
      snapshots: Object.fromEntries(snapshots.all.map((each) => [quantity(each.id), [each.height, each.hash]])),
      // beyond what Hardhat has: what else somebody has done to this network
      timeShift: Math.round(control.timeShiftMs / 1000),
      timeStep: control.timeStepMs === undefined ? null : control.timeStepMs / 1000,
      rewinds: control.rewinds,
    };
  };
  const wanted = alsoNamed(boundedParam('chainId', 'The chain id.', [0n, mostChainId]), 'chain_id');
  const changeChainId = async (turn: ExclusiveTurn, id: bigint): Promise<void> => {
    const before = chain.states.chainId();
    if (id === before) return;
    const { pending, queued } = node.mempool.content();
    const signed = [...pending, ...queued].filter((tx) => tx.chainId === before);
    await turn.amend([(state) => setChainId(state, id, chain.identity.chainId)]);
    const dropped = signed.filter(({ hash }) => node.mempool.get(hash) === undefined).length;
    const reason = dropped === 0 ? '' : `: ${dropped} waiting transactions were signed for ${before} and are dropped`;
    control.warn(`the chain id is ${id} from the next block on${reason}`);
  };
  const logging = alsoNamed(booleanParam('enabled', 'Whether it is enabled.'), 'enable');
  return {
    ...setter('setLoggingEnabled', 'Whether the node logs.', [logging], ([on]) => control.setLogging(on)),
    ...setter(
      'setChainId',
      'Sets the chain id of the next blocks. Transactions that wait and were signed for another one leave the pool.',
      [wanted],
      ([id]) => control.exclusively((turn) => changeChainId(turn, id)),
    ),
    ...toolMethod('nodeInfo', 'State of the network and properties of its blocks.', [], objectSchema, nodeInfo),
    ...toolMethod('metadata', 'Version of the node, and its chain.', [], objectSchema, metadata),
  };
}
