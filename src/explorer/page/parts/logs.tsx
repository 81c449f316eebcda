import { useDecoder } from '../lib/decoder.ts';
import type { Log } from '../lib/types.ts';
import { DecodedOrRaw } from './decoded.tsx';
import { Account } from './ids.tsx';

/** Logs, decoded where an ABI is known. */
export function Logs({ logs }: { readonly logs: readonly Log[] }) {
  const decoder = useDecoder();
  return (
    <ol class="tree" aria-label="Events">
      {logs.map((log, at) => (
        <li class="log" key={at}>
          <span class="hint">
            {at} · <Account address={log.address} />
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
