import type { SourceLine as Line } from '../../../../sources/source-lines.ts';

/** A line of a source: its number and text, the path on hover. */
export function SourceLine({ line, what }: { readonly line: Line | undefined; readonly what?: string }) {
  if (line === undefined) return null;
  return (
    <span class="source-line" title={`${line.path}, line ${line.line}: ${line.text}`}>
      <span class="hint">
        {what === undefined ? '' : `${what} `}
        {what === undefined ? line.line : `${line.path.split('/').at(-1)}:${line.line}`}
      </span>{' '}
      <bdi class="mono">{line.text}</bdi>
    </span>
  );
}
