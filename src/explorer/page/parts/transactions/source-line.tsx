import type { SourceLine as Line } from '../../../../sources/source-lines.ts';
import { visibleText } from '../../lib/text/visible-text.ts';

/** Characters of a line, or of a path, that are shown. */
const most = 200;

/** A line of a source: its number and text, the path on hover. */
export function SourceLine({ line, what }: { readonly line: Line | undefined; readonly what?: string }) {
  if (line === undefined) return null;
  const path = visibleText(line.path, most);
  const text = visibleText(line.text, most);
  return (
    <span class="source-line" title={`${path}, line ${line.line}: ${text}`}>
      <span class="hint">
        {what === undefined ? '' : `${what} `}
        {what === undefined ? line.line : `${path.split('/').at(-1)}:${line.line}`}
      </span>{' '}
      <bdi class="mono">{text}</bdi>
    </span>
  );
}
