import { useSignal } from '@preact/signals';
import { useRpc } from '../../lib/node/query.ts';
import type { Hex } from '../../lib/node/types.ts';
import { Async } from '../frame/states.tsx';
import { Table } from '../frame/table.tsx';

/** Reads storage slots of a contract: the first ones, and any other by its number. */
export function StorageReader({ address }: { readonly address: Hex }) {
  const first = useSignal('0');
  const start = parseSlot(first.value);
  const slots = Array.from(
    { length: 8 },
    (_, at) => `0x${((start ?? 0n) + BigInt(at)).toString(16).padStart(64, '0').slice(-64)}`,
  );
  const state = useRpc<Readonly<Record<string, readonly Hex[]>>>(
    'eth_getStorageValues',
    [{ [address]: slots }, 'latest'],
    { live: true },
  );
  return (
    <div class="padded stack">
      <div class="field">
        <label for="slot">first slot (decimal or 0x…)</label>
        <input
          id="slot"
          class="mono"
          value={first.value}
          aria-invalid={start === undefined}
          onInput={({ currentTarget }) => {
            first.value = currentTarget.value;
          }}
        />
      </div>
      <Async state={state}>
        {(values) => (
          <Table
            rows={slots}
            rowKey={(slot) => slot}
            columns={[
              {
                title: 'slot',
                cell: (slot) => <span title={slot}>{shortSlot(BigInt(slot))}</span>,
                cellClass: 'mono',
              },
              { title: 'value', cell: (_slot, at) => Object.values(values)[0]?.[at], cellClass: 'mono' },
            ]}
          />
        )}
      </Async>
    </div>
  );
}

function parseSlot(text: string): bigint | undefined {
  return /^(?:\d{1,78}|0x[\da-f]{1,64})$/i.test(text.trim()) ? BigInt(text.trim()) : undefined;
}

function shortSlot(slot: bigint): string {
  const text = slot.toString();
  return text.length <= 12 ? text : `0x${slot.toString(16).slice(0, 6)}…${slot.toString(16).slice(-4)}`;
}
