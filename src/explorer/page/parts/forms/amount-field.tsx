import type { Signal } from '@preact/signals';
import { type Unit, units } from '../../lib/text/amount-input.ts';

type Props = {
  readonly id: string;
  readonly label: string;
  readonly text: Signal<string>;
  readonly unit: Signal<Unit>;
};

/** An amount of the native token, with its unit beside it: a number alone never means wei by surprise. */
export function AmountField({ id, label, text, unit }: Props) {
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <span class="row amount-field">
        <input
          id={id}
          class="mono"
          inputMode="decimal"
          value={text.value}
          placeholder="1.5"
          spellcheck={false}
          autocomplete="off"
          onInput={({ currentTarget }) => {
            text.value = currentTarget.value;
          }}
        />
        <select
          aria-label={`unit of ${label}`}
          value={unit.value}
          onChange={({ currentTarget }) => {
            unit.value = units.find((each) => each === currentTarget.value) ?? 'QOR';
          }}
        >
          {units.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
      </span>
    </div>
  );
}
