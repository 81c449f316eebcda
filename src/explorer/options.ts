import * as z from 'zod';
import { automaticSetting, listenAddressSetting } from '../primitives/settings.ts';

/** An address for browsers: http(s) or ws(s), with a path where a proxy needs one; empty for none. */
const publicUrl = z
  .string()
  .refine((text) => text === '' || isPublicUrl(text), 'must be a URL such as https://example.org/rpc')
  .transform((text) => (text === '' ? undefined : text));

function isPublicUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, hash } = new URL(text);
  return ['http:', 'https:', 'ws:', 'wss:'].includes(protocol) && username + password + hash === '';
}

/** Where a proxy serves the page: `/explorer`; empty for the root of its host. */
const publicPath = z
  .string()
  .regex(/^(?:\/[\w.~-]+)*\/?$/, 'must be a path such as /explorer')
  .transform((text) => text.replace(/\/$/, ''));

/** Section `[explorer]`: the web page of the node. */
export const explorerOptions = z.strictObject({
  enable: automaticSetting
    .prefault('auto')
    .describe('Serve the explorer, a web page that shows the chain; auto serves it on development networks only.'),
  'rpc-url': publicUrl
    .prefault('')
    .describe(
      'Where browsers reach the EVM interface, such as https://example.org/rpc behind a proxy; empty for its own address.',
    ),
  'ws-url': publicUrl
    .prefault('')
    .describe(
      'Where browsers reach the WebSocket of the EVM interface; empty for its own address, or as rpc-url says.',
    ),
  'svm-url': publicUrl.prefault('').describe('Where browsers reach the SVM interface; empty for its own address.'),
  path: publicPath
    .prefault('')
    .describe(
      'Below which path of its host a proxy serves the explorer, such as /explorer, whether the proxy removes it or not; empty for the root.',
    ),
  address: listenAddressSetting.prefault('127.0.0.1:8547').describe('Where the explorer is served, as host:port.'),
});

export type ExplorerOptions = z.output<typeof explorerOptions>;

/** Whether a node of that network serves the explorer. Without a network: whether the configuration alone says so. */
export function isExplorerEnabled({ enable }: Pick<ExplorerOptions, 'enable'>, network: string | undefined): boolean {
  return enable === 'auto' ? network === 'dev' : enable === 'true';
}
