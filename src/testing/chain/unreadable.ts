import { BlockList } from 'node:net';

/**
 * An object that can be posted to another thread, which cannot read the message: Node then reports `messageerror`, as it
 * does for want of memory. It says that a class makes it again which does not exist.
 */
export function unreadable(): object {
  const object = new BlockList();
  const method = Object.getOwnPropertySymbols(BlockList.prototype).find(
    ({ description }) => description === 'messaging_clone_symbol',
  );
  if (method === undefined) throw new Error('this Node makes copies for threads in another way');
  return Object.defineProperty(object, method, {
    value: () => ({ data: {}, deserializeInfo: 'internal/blocklist:Nothing' }),
  });
}
