import type { Hex } from '../../lib/node/types.ts';
import { grouped } from '../../lib/text/amounts.ts';
import { Copy } from '../frame/copy.tsx';

/** Most digits that are shown: data of a stranger may be a megabyte. */
const shownDigits = 2_000;

/** Bytes in hex; the beginning of long ones, with their number and a button that copies all. */
export function HexText({ data, what }: { readonly data: Hex; readonly what: string }) {
  if (data.length <= shownDigits) return <span class="mono wrap">{data}</span>;
  return (
    <span class="mono wrap">
      {`${data.slice(0, shownDigits)}… (${grouped(data.length / 2 - 1)} bytes)`}
      <Copy text={data} what={what} />
    </span>
  );
}
