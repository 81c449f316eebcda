import { useDecoder } from '../lib/decoder.ts';
import type { Log } from '../lib/types.ts';
import { DecodedOrRaw } from './decoded.tsx';
import { Account, BlockLink, TransactionId } from './ids.tsx';

type Props = {
  readonly logs: readonly Log[];
  /** whether each names its transaction: where they are of several */
  readonly withTransaction?: boolean;
};

/** Logs, decoded where an ABI is known. */
export function Logs({ logs, withTransaction = false }: Props) {
  const decoder = useDecoder();
  return (
    <ol class="tree" aria-label="Events">
      {logs.map((log, at) => (
        <li class="log" key={at}>
          <span class="hint">
            {at} · <Account address={log.address} />
            {withTransaction && log.transactionHash !== undefined && (
              <>
                {' '}
                in <TransactionId hash={log.transactionHash} />
                {log.blockNumber !== undefined && (
                  <>
                    {' '}
                    block <BlockLink height={Number(log.blockNumber)} />
                  </>
                )}
              </>
            )}
          </span>
          <DecodedOrRaw decoded={decoder?.log(log)} raw={<RawLog log={log} />} />
        </li>
      ))}
    </ol>
  );
}

function RawLog({ log }: { readonly log: Log }) {
  return (
    <dl class="decoded">
      {log.topics.map((topic, at) => [
        <dt key={`${topic} ${at} name`}>topic {at}</dt>,
        <dd key={`${topic} ${at}`} class="mono wrap">
          {topic}
        </dd>,
      ])}
      <dt>data</dt>
      <dd class="mono wrap">{log.data}</dd>
    </dl>
  );
}
