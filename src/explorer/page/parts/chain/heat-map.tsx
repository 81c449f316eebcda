import { TableFrame } from '../frame/table-frame.tsx';

type HeatRow = { readonly name: string; readonly values: readonly number[] };
type Props = { readonly columns: readonly string[]; readonly rows: readonly HeatRow[] };

/**
 * Values over time as shades: each row goes from its lowest to its highest value. The newest value is there as text.
 */
export function HeatMap({ columns, rows }: Props) {
  return (
    <TableFrame>
      <table class="heat">
        <thead>
          <tr>
            <th>dimension</th>
            <th colSpan={columns.length}>
              {columns[0]} … {columns.at(-1)}
            </th>
            <th class="right">now</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, values }) => (
            <tr key={name}>
              <td>{name}</td>
              {values.map((value, at) => (
                <td key={columns[at]} class="shade" title={`${name} at ${columns[at]}: ${value}`}>
                  <span style={{ opacity: shadeOf(value, values) }} />
                </td>
              ))}
              <td class="number right">{rounded(values.at(-1) ?? 0)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  );
}

/** 0.05 to 1; a row that never changes is pale. */
function shadeOf(value: number, all: readonly number[]): number {
  const [low, high] = [Math.min(...all), Math.max(...all)];
  return high === low ? 0.05 : 0.05 + (0.95 * (value - low)) / (high - low);
}

function rounded(value: number): string {
  return String(Math.round(value * 10_000) / 10_000);
}
