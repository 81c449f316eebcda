import { looksNative } from '../../lib/text/look-alikes.ts';
import { visibleText } from '../../lib/text/visible-text.ts';

type Props = { readonly text: string; readonly most?: number };

/** A text that a stranger wrote: isolated from ours, cut, without characters that cannot be seen. */
export function Foreign({ text, most = 80 }: Props) {
  return <bdi title={visibleText(text, 300)}>{visibleText(text, most)}</bdi>;
}

/** The symbol or name of a token; marked when it looks like QOR. */
export function TokenSymbol({ text, most = 20 }: Props) {
  return (
    <>
      <Foreign text={text} most={most} />
      {looksNative(text) && (
        <span class="badge bad" title="A token with this name is not the native QOR.">
          not the native QOR
        </span>
      )}
    </>
  );
}
