import { href } from '../../lib/site/router.ts';

type SourceCall = readonly [method: string, params: readonly unknown[]];

/** The calls a page was made from, with links into the console. */
export function Source({ calls }: { readonly calls: readonly SourceCall[] }) {
  return (
    <p class="source">
      <span>Made from</span>
      {calls.map(([method, params]) => (
        <a
          key={`${method} ${JSON.stringify(params)}`}
          href={href(`/console/${method}`, { params: JSON.stringify(params) })}
        >
          {method}({params.map((param) => JSON.stringify(param)).join(', ')})
        </a>
      ))}
    </p>
  );
}
