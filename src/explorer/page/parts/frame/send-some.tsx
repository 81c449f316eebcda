import { chain } from '../../lib/node/chain.ts';
import { Command } from './command.tsx';

/** How to send QOR to an account: public accounts with coins exist on development networks only. */
export function SendSome({ to }: { readonly to: string }) {
  if (chain.value?.isDevelopment !== true) return null;
  return (
    <>
      Send some QOR: <Command words={['tx', 'send', to, '1.5qor', '--from', 'dev0']} />
    </>
  );
}
