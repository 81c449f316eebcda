import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { shortened } from '../../lib/accounts/accounts.ts';
import { type Choice, type SearchResult, search } from '../../lib/accounts/search.ts';
import { href, location, navigate } from '../../lib/site/router.ts';
import { visibleText } from '../../lib/text/visible-text.ts';
import { Foreign, TokenSymbol } from '../values/foreign.tsx';

/** Finds anything in any spelling. `/` focuses it. */
export function SearchBox() {
  const input = useRef<HTMLInputElement>(null);
  const result = useSignal<SearchResult | Error | undefined>(undefined);
  const isBusy = useSignal(false);
  useFocusKey(input);
  const path = location.value.path;
  useEffect(() => {
    result.value = undefined;
  }, [path]);
  const submit = async (event: Event) => {
    event.preventDefault();
    const text = input.current?.value ?? '';
    if (text.trim() === '') return;
    isBusy.value = true;
    const found = await search(text).catch((error: unknown) =>
      error instanceof Error ? error : new Error(String(error)),
    );
    isBusy.value = false;
    result.value = found;
    if (!(found instanceof Error) && 'path' in found) {
      if (input.current !== null) input.current.value = '';
      navigate(href(found.path));
    }
  };
  return (
    <search class="search-area">
      <form class="search" onSubmit={(event) => void submit(event)}>
        <input
          ref={input}
          type="text"
          aria-label="Search"
          placeholder="Block, transaction, account, module … ( / )"
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          maxLength={200}
        />
        <button type="submit" disabled={isBusy.value}>
          {isBusy.value ? '…' : 'Find'}
        </button>
      </form>
      <div aria-live="polite">
        <Outcome result={result.value} />
      </div>
    </search>
  );
}

function Outcome({ result }: { readonly result: SearchResult | Error | undefined }) {
  if (result === undefined || (!(result instanceof Error) && 'path' in result)) return null;
  if (result instanceof Error) return <p class="hint">{visibleText(result.message, 300)}</p>;
  if ('choices' in result) return <Choices choices={result.choices} />;
  return <p class="hint">Nothing found. Looked for: {result.lookedFor.join('; ')}.</p>;
}

/** Names are free to choose: where several things have one, the reader chooses by kind and address. */
function Choices({ choices }: { readonly choices: readonly Choice[] }) {
  return (
    <ul class="choices" aria-label="Found">
      {choices.map(({ kind, name, path }) => (
        <li key={path}>
          <span class="badge">{kind}</span>{' '}
          <a href={href(path)}>
            {kind.startsWith('token') ? <TokenSymbol text={name} most={60} /> : <Foreign text={name} />}
          </a>{' '}
          <span class="mono hint">{shortened(decodeURIComponent(path.split('/').at(-1) ?? ''))}</span>
        </li>
      ))}
    </ul>
  );
}

function useFocusKey(input: { readonly current: HTMLInputElement | null }): void {
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof Element && event.target.closest('input, textarea, select') !== null;
      if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      input.current?.focus();
    };
    document.addEventListener('keydown', focus);
    return () => document.removeEventListener('keydown', focus);
  }, [input]);
}
