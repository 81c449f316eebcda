import { formatWei, grouped, plainUnits, shortQor } from '../../lib/text/amounts.ts';
import { useClock, useNow } from '../../lib/text/now.ts';
import { Copy } from '../frame/copy.tsx';
import { Table } from '../frame/table.tsx';

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
  return (
    <Table
      rows={units}
      rowKey={({ unit }) => unit}
      columns={[
        {
          title: '>amount',
          cell: ({ unit, decimals }) => {
            const text = unit === 'QOR' ? plainUnits(wei, 18) : String(wei / 10n ** decimals);
            return (
              <>
                {unit === 'QOR' ? formatWei(wei) : grouped(text)}
                <Copy text={text} what={`amount in ${unit}`} label={unit} />
              </>
            );
          },
        },
        { title: 'unit of', cell: ({ note }) => note, cellClass: 'muted' },
        {
          title: 'below one unit',
          cell: ({ unit, decimals }) => {
            const rest = unit === 'QOR' ? 0n : wei % 10n ** decimals;
            return rest === 0n ? 'nothing' : `${grouped(rest)} wei`;
          },
          cellClass: 'number',
        },
      ]}
    />
  );
}

const units = [
  { unit: 'QOR', decimals: 18n, note: 'exact' },
  { unit: 'uqor', decimals: 12n, note: 'qor_, 6 decimals' },
  { unit: 'lamports', decimals: 9n, note: 'SVM, 9 decimals' },
  { unit: 'wei', decimals: 0n, note: 'EVM, 18 decimals' },
] as const;
