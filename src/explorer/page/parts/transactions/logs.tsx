import { useDecoder } from '../../lib/abi/decoder.ts';
import type { Log } from '../../lib/node/types.ts';
import { FirstOf } from '../frame/first-of.tsx';
import { DecodedOrRaw } from '../values/decoded.tsx';
import { HexText } from '../values/hex-text.tsx';
import { Account, BlockLink, TransactionId } from '../values/ids.tsx';

type Props = {
  readonly logs: readonly Log[];
  /** whether each names its transaction: where they are of several */
  readonly withTransaction?: boolean;
};

/** Logs, decoded where an ABI is known. */
export function Logs({ logs, withTransaction = false }: Props) {
  const decoder = useDecoder();
  return (
    <FirstOf items={logs} step={100}>
      {(shown) => (
        <ol class="tree" aria-label="Events">
          {shown.map((log, at) => (
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
      )}
    </FirstOf>
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
      <dd>
        <HexText data={log.data} what="data of the event" />
      </dd>
    </dl>
  );
}
