import type { AbiParameter } from '../../../../sources/abi-item.ts';
import { loadBriefs } from '../../lib/modules/modules.ts';
import { useQuery } from '../../lib/node/query.ts';
import { wordsOf } from '../../lib/text/unit-text.ts';
import { TokenSymbol } from '../values/foreign.tsx';

type Input = AbiParameter & { readonly doc?: string; readonly choices?: readonly string[] };
type FieldProps = {
  readonly id: string;
  readonly input: Input;
  readonly text: string;
  readonly onText: (text: string) => void;
};

/** The field for one argument of a call, with its type, its unit and what it means; a fixed set is a list. */
export function ArgumentField({ id, input, text, onText }: FieldProps) {
  const { name, type, unit, doc, token } = input;
  const amount = unit === 'uqor' || unit === 'wei';
  const choices = useChoices(input);
  return (
    <div class="field">
      <label for={id} title={name}>
        {wordsOf(name || 'value')} <span class="mono hint">{type}</span>
        {amount && <span class="hint"> in {unit}</span>}
        {token !== undefined && (
          <span class="hint">
            {' '}
            in <TokenSymbol text={token.symbol} />, {token.decimals} decimals
          </span>
        )}
      </label>
      {choices !== undefined ? (
        <select id={id} value={text} onChange={({ currentTarget }) => onText(currentTarget.value)}>
          {!choices.includes(text) && <option value={text}>choose …</option>}
          {choices.map((each) => (
            <option key={each} value={each}>
              {each === '' ? '(as it is)' : each}
            </option>
          ))}
        </select>
      ) : (
        <input
          id={id}
          class="mono"
          value={text}
          placeholder={amount ? `number of ${unit}, or 1.5qor` : (placeholders[type] ?? '')}
          spellcheck={false}
          autocomplete="off"
          onInput={({ currentTarget }) => onText(currentTarget.value)}
        />
      )}
      {(doc !== undefined || (unit !== undefined && !amount)) && (
        <span class="hint">
          {doc}
          {unit === undefined || amount ? '' : ` (${unit})`}
        </span>
      )}
    </div>
  );
}

/** What an argument can be: what its declaration says, and names of modules, which the node lists. */
function useChoices({ type, name, doc, choices }: Input): readonly string[] | undefined {
  const isModule = type === 'string' && name === 'module' && doc !== undefined;
  const modules = useQuery(isModule ? 'modules' : undefined, loadBriefs).data;
  if (type === 'bool') return ['false', 'true'];
  return isModule ? modules?.map((each) => each.name) : choices;
}

const placeholders: Readonly<Record<string, string>> = {
  address: '0x…, qor1… or base58',
  bytes: '0x…',
  bytes32: '0x…',
};
