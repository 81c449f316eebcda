import { useSignal } from '@preact/signals';
import type { Port } from '../../lib/node/rpc.ts';
import { snippets } from '../../lib/node/snippets.ts';
import { Card, Tabs } from '../frame/card.tsx';
import { Copy } from '../frame/copy.tsx';

type Props = {
  readonly port: Port;
  readonly url: string;
  readonly method: string;
  readonly params: readonly unknown[];
};

/** The call in other tools. */
export function Snippets({ port, url, method, params }: Props) {
  const chosen = useSignal('curl');
  const all = snippets(port, url, method, params);
  const shown = all.find(({ name }) => name === chosen.value) ?? all[0];
  return (
    <Card
      title="The same elsewhere"
      aside={shown && <Copy text={shown.text} what={`${shown.name} snippet`} label="copy" />}
    >
      <Tabs
        label="Tools"
        tabs={all.map(({ name }) => ({ id: name, title: name }))}
        chosen={shown?.name ?? ''}
        onChoose={(name) => {
          chosen.value = name;
        }}
      />
      <div class="padded" role="tabpanel" aria-labelledby={`tab-${shown?.name}`}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls what has the focus */}
        <pre tabIndex={0}>{shown?.text}</pre>
      </div>
    </Card>
  );
}
