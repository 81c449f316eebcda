import { head } from '../../lib/node/head.ts';
import { useRpc } from '../../lib/node/query.ts';
import type { Hex, Log } from '../../lib/node/types.ts';
import { Card } from '../frame/card.tsx';
import { Async, Empty } from '../frame/states.tsx';
import { Logs } from '../transactions/logs.tsx';

const searched = 5_000;
const shown = 100;

/** The newest events of a contract. */
export function ContractEvents({ address }: { readonly address: Hex }) {
  const from = `0x${Math.max(0, (head.value?.height ?? 0) - searched).toString(16)}`;
  const filter = { address, fromBlock: from, toBlock: 'latest' };
  const state = useRpc<readonly Log[]>('eth_getLogs', [filter], { skip: head.value === undefined });
  return (
    <Card title={`Events of the last ${searched} blocks`}>
      <Async state={state}>
        {(logs) =>
          logs.length === 0 ? <Empty>None.</Empty> : <Logs logs={logs.slice(-shown).reverse()} withTransaction />
        }
      </Async>
    </Card>
  );
}
