import { visibleText } from '../lib/visible-text.ts';

type Props = { readonly text: string; readonly most?: number };

/** A text that a stranger wrote: isolated from ours, cut, without characters that cannot be seen. */
export function Foreign({ text, most = 80 }: Props) {
  return <bdi title={visibleText(text, 300)}>{visibleText(text, most)}</bdi>;
}

/** Letters of other alphabets, and digits, that look like those of QOR. */
const lookAlikes: Readonly<Record<string, string>> = {
  ԛ: 'q',
  գ: 'q',
  զ: 'q',
  '9': 'q',
  о: 'o',
  ο: 'o',
  օ: 'o',
  '0': 'o',
  ö: 'o',
  ó: 'o',
  ø: 'o',
  г: 'r',
  ʀ: 'r',
  ꭇ: 'r',
  ᴏ: 'o',
  ℚ: 'q',
  ℝ: 'r',
};

/** Whether the symbol of a token reads like that of the native coin, which no token is. */
function looksNative(symbol: string): boolean {
  const letters = [...symbol.normalize('NFKD').toLowerCase()].filter((each) => /[\p{L}\p{N}]/u.test(each));
  return letters.map((each) => lookAlikes[each] ?? each).join('') === 'qor';
}

/** The symbol or name of a token; marked when it looks like QOR. */
export function TokenSymbol({ text, most = 20 }: Props) {
  return (
    <>
      <Foreign text={text} most={most} />
      {looksNative(text) && (
        <span class="badge bad" title="A token with this symbol is not the native QOR.">
          not the native QOR
        </span>
      )}
    </>
  );
}
