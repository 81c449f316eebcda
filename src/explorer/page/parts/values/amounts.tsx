import { formatWei, grouped, plainUnits, shortQor } from '../../lib/text/amounts.ts';
import { useClock, useNow } from '../../lib/text/now.ts';
import { Copy } from '../frame/copy.tsx';
import { TableFrame } from '../frame/table-frame.tsx';

/** An amount in QOR: at most six decimals, the exact value on hover. */
export function Qor({ wei, exact = false }: { readonly wei: bigint | string; readonly exact?: boolean }) {
  const amount = BigInt(wei);
  return (
    <span class="number" title={`${plainUnits(amount, 18)} QOR = ${amount} wei`}>
      {exact ? formatWei(amount) : shortQor(amount)} QOR
    </span>
  );
}

/** A whole number with groups. */
export function Count({ of }: { readonly of: bigint | number | string }) {
  return (
    <span class="number" title={String(of)}>
      {grouped(BigInt(of))}
    </span>
  );
}

const ages = [
  [86_400, 'd'],
  [3_600, 'h'],
  [60, 'min'],
] as const;

function ageText(seconds: number): string {
  if (seconds < -1) return `in ${ageText(-seconds).replace(' ago', '')}`;
  for (const [size, unit] of ages) if (seconds >= size) return `${Math.floor(seconds / size)} ${unit} ago`;
  return `${Math.max(0, Math.floor(seconds))} s ago`;
}

type TimeProps = {
  readonly at: number;
  readonly full?: boolean;
  /** whether it is a time of the clock, not of a block: that of blocks may have been moved */
  readonly isOfClock?: boolean;
};

/** A time in seconds since 1970: relative, the date on hover; `full` shows both. */
export function Time({ at, full = false, isOfClock = false }: TimeProps) {
  const [ofBlocks, ofClock] = [useNow(), useClock()];
  const now = isOfClock ? ofClock : ofBlocks;
  const date = new Date(at * 1000);
  const absolute = Number.isNaN(date.getTime())
    ? String(at)
    : `${date.toISOString().replace('T', ' ').slice(0, 19)} UTC`;
  return (
    <time class="nowrap" dateTime={absolute} title={absolute}>
      {ageText(now - at)}
      {full && <span class="muted"> · {absolute}</span>}
    </time>
  );
}

/** One amount in the units of all three interfaces, with what the rounding leaves out. */
export function ThreeUnits({ wei }: { readonly wei: bigint }) {
  const units = [
    ['QOR', 18, 'exact'],
    ['uqor', 12, 'qor_, 6 decimals'],
    ['lamports', 9, 'SVM, 9 decimals'],
    ['wei', 0, 'EVM, 18 decimals'],
  ] as const;
  return (
    <TableFrame>
      <table>
        <thead>
          <tr>
            <th class="right">amount</th>
            <th>unit of</th>
            <th>below one unit</th>
          </tr>
        </thead>
        <tbody>
          {units.map(([unit, decimals, note]) => {
            const rest = unit === 'QOR' ? 0n : wei % 10n ** BigInt(decimals);
            const text = unit === 'QOR' ? plainUnits(wei, 18) : String(wei / 10n ** BigInt(decimals));
            return (
              <tr key={unit}>
                <td class="number right">
                  {unit === 'QOR' ? formatWei(wei) : grouped(text)}
                  <Copy text={text} what={`amount in ${unit}`} label={unit} />
                </td>
                <td class="muted">{note}</td>
                <td class="number">{rest === 0n ? 'nothing' : `${grouped(rest)} wei`}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </TableFrame>
  );
}
