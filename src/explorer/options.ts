import * as z from 'zod';
import { automaticSetting, listenAddressSetting } from '../primitives/settings.ts';

/** Section `[explorer]`: the web page of the node. */
export const explorerOptions = z.strictObject({
  enable: automaticSetting
    .prefault('auto')
    .describe('Serve the explorer, a web page that shows the chain; auto serves it on development networks only.'),
  address: listenAddressSetting.prefault('127.0.0.1:8547').describe('Where the explorer is served, as host:port.'),
});

export type ExplorerOptions = z.output<typeof explorerOptions>;

/** Whether a node of that network serves the explorer. Without a network: whether the configuration alone says so. */
export function isExplorerEnabled({ enable }: ExplorerOptions, network: string | undefined): boolean {
  return enable === 'auto' ? network === 'dev' : enable === 'true';
}
