import { shortened, toChecksum } from '../../lib/accounts/accounts.ts';
import { labelOf } from '../../lib/accounts/labels.ts';
import { href } from '../../lib/site/router.ts';
import { grouped } from '../../lib/text/amounts.ts';
import { Copy } from '../frame/copy.tsx';

type IdProps = { readonly id: string; readonly to?: string; readonly what: string; readonly whole?: boolean };

/** An id: shortened, whole on hover and when copied. */
export function Id({ id, to, what, whole = false }: IdProps) {
  const shown = whole ? id : shortened(id);
  return (
    <span class={whole ? 'wrap' : 'nowrap'}>
      {to === undefined ? (
        <span class="mono" title={id}>
          {shown}
        </span>
      ) : (
        <a class="mono" href={href(to)} title={id}>
          {shown}
        </a>
      )}
      <Copy text={id} what={what} />
    </span>
  );
}

/** An account with its label, when it has one. */
export function Account({ address, whole = false }: { readonly address: string; readonly whole?: boolean }) {
  const checksum = toChecksum(address);
  const label = labelOf(address);
  const shown = whole ? checksum : shortened(checksum);
  return (
    <span class={whole ? 'wrap' : 'nowrap'}>
      <a class={label === undefined ? 'mono' : ''} href={href(`/address/${checksum}`)} title={checksum}>
        {label ?? shown}
      </a>
      {label !== undefined && whole && <span class="mono muted"> {shown}</span>}
      <Copy text={checksum} what="address" />
    </span>
  );
}

/** A transaction hash that links to its page; shortened unless `whole`. */
export function TransactionId({ hash, whole = false }: { readonly hash: string; readonly whole?: boolean }) {
  return <Id id={hash} to={`/tx/${hash}`} what="transaction hash" whole={whole} />;
}

/** A block number that links to its page. */
export function BlockLink({ height }: { readonly height: number }) {
  return (
    <a class="number" href={href(`/block/${height}`)}>
      {grouped(height)}
    </a>
  );
}
