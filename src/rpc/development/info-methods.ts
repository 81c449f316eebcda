import { quantity } from '../../primitives/quantity.ts';
import type { DevelopmentControl } from '../development-control.ts';
import type { EthDependencies } from '../evm-common/dependencies.ts';
import type { FeeReader } from '../evm-common/fees/block-fees.ts';
import { suggestedTip } from '../evm-common/fees/suggested-tip.ts';
import type { JsonValue } from '../json-value.ts';
import type { Methods } from '../method.ts';
import { alsoNamed } from '../params/param-type.ts';
import { booleanParam } from '../params/quantity.ts';
import { RpcError } from '../rpc-error.ts';
import { setter, toolMethod } from './aliases.ts';
import { describeFork, describeForkConfig } from './fork-methods.ts';
import { amountParam } from './params.ts';
import type { Snapshots } from './snapshots.ts';

const objectSchema = { type: 'object' } as const;

/** Descriptions of a development network. */
export function infoMethods(
  control: DevelopmentControl,
  { chain, clientVersion, fees }: Pick<EthDependencies, 'chain' | 'clientVersion'> & { readonly fees: FeeReader },
  snapshots: Snapshots,
): Methods {
  const chainId = Number(chain.identity.chainId);
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
        chainId,
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
      chainId,
      instanceId: snapshots.instanceId,
      latestBlockNumber: number,
      latestBlockHash: hash,
      forkedNetwork: describeFork(control.fork),
      snapshots: Object.fromEntries(snapshots.all().map((each) => [quantity(each.id), [each.height, each.hash]])),
      // beyond what Hardhat has: what else somebody has done to this network
      timeShift: Math.round(control.timeShiftMs / 1000),
      timeStep: control.timeStepMs === undefined ? null : control.timeStepMs / 1000,
      rewinds: control.rewinds,
    };
  };
  const wanted = alsoNamed(amountParam('chainId', 'The chain id of this network.'), 'chain_id');
  const logging = alsoNamed(booleanParam('enabled', 'Whether it is enabled.'), 'enable');
  return {
    ...setter('setLoggingEnabled', 'Whether the node logs.', [logging], ([on]) => control.setLogging(on)),
    ...toolMethod(
      'setChainId',
      'Accepts the chain id of the network, which cannot be changed.',
      [wanted],
      { type: 'null' },
      ([id]) => {
        if (id === chain.identity.chainId) return null;
        throw new RpcError(
          -32000,
          `the chain id is ${chainId}, part of the genesis of this network; it cannot be changed`,
        );
      },
    ),
    ...toolMethod('nodeInfo', 'State of the network and properties of its blocks.', [], objectSchema, nodeInfo),
    ...toolMethod('metadata', 'Version of the node, and its chain.', [], objectSchema, metadata),
  };
}
