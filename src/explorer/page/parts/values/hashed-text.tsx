import { useQuery } from '../../lib/node/query.ts';
import { Id } from './ids.tsx';

/** A text that a log has only the hash of: one that the declarations of the modules know, or the hash. */
export function HashedText({ hash }: { readonly hash: string }) {
  const known = useQuery('hashed texts', async () =>
    (await import('../../lib/modules/hashed-texts.ts')).readHashedTexts(),
  ).data;
  const text = known?.get(hash.toLowerCase());
  if (text !== undefined) return <span title={hash}>{text}</span>;
  return (
    <span>
      <Id id={hash} what="hash of the text" /> <span class="hint">the log has only its hash</span>
    </span>
  );
}
