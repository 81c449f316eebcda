import { useRpc } from '../../lib/node/query.ts';
import { formatWei } from '../../lib/text/amounts.ts';
import { percentText } from '../../lib/text/decimals.ts';
import { Async } from '../frame/states.tsx';

type BurnStats = { readonly channels: Readonly<Record<string, string>> };

const scale = 10n ** 18n;

/** Decimal text from 0 to 1 → share of an amount, rounded down. */
function shareOf(wei: bigint, share: string): bigint {
  const [whole = '0', fraction = ''] = share.split('.');
  return (wei * BigInt(whole + fraction.padEnd(18, '0').slice(0, 18))) / scale;
}

/** Where a fee goes: at the end of the block the burn module shares out what all transactions paid. */
export function FeeSplit({ wei }: { readonly wei: bigint }) {
  const state = useRpc<BurnStats>('qor_getBurnStats', []);
  return (
    <Async state={state}>
      {({ channels }) => {
        const parts = Object.entries(channels).map(
          ([name, share]) => [name.replace(/_share$/, ''), share, shareOf(wei, share)] as const,
        );
        const rest = wei - parts.reduce((sum, [, , part]) => sum + part, 0n);
        return (
          <div class="split">
            {[...parts, ['light nodes', 'the rest', rest] as const].map(([name, share, part]) => [
              <span key={`${name} name`}>
                {name} <span class="hint">{share === 'the rest' ? share : percentText(share)}</span>
              </span>,
              <span key={name} class="number right" title={`${part} wei`}>
                {formatWei(part)} QOR
              </span>,
            ])}
          </div>
        );
      }}
    </Async>
  );
}
