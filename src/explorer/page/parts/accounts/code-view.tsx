import type { QueryState } from '../../lib/node/query.ts';
import type { Hex } from '../../lib/node/types.ts';
import { href } from '../../lib/site/router.ts';
import { grouped } from '../../lib/text/amounts.ts';
import { Copy } from '../frame/copy.tsx';
import { Async, Empty } from '../frame/states.tsx';
import { Account } from '../values/ids.tsx';

const shownDigits = 20_000;

/** The code of an account. */
export function CodeView({ address, code }: { readonly address: Hex; readonly code: QueryState<Hex> }) {
  return (
    <Async state={code}>
      {(text) => {
        if (text === '0x') return <Empty>This account has no code: it is not a contract.</Empty>;
        if (text === '0xfe')
          return <Empty>A native module: its code is part of the node. Its calls are on its page under Modules.</Empty>;
        return (
          <div class="padded stack">
            {text.startsWith('0xef0100') && (
              <p>
                Runs the code of <Account address={`0x${text.slice(8, 48)}`} /> (EIP-7702).
              </p>
            )}
            <div class="row between">
              <span>{grouped(text.length / 2 - 1)} bytes</span>
              <span class="row">
                <a href={href('/contracts', { address })}>add an ABI, read and write</a>
                <Copy text={text} what="code" label="copy all" />
              </span>
            </div>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls what has the focus */}
            <pre tabIndex={0}>{text.length > shownDigits ? `${text.slice(0, shownDigits)}…` : text}</pre>
          </div>
        );
      }}
    </Async>
  );
}
