import type { TestContext } from 'node:test';
import { readConfig } from '../../../config/read-config.ts';
import type { TestnetNode } from '../../../node/testnet.ts';
import { Link, type LinkState } from './link.ts';

type PeerLink = { readonly ends: readonly [number, number]; readonly id: string; readonly link: Link };

/** One link for each two nodes that are peers, so that a test can divide the network. */
export class NetworkLinks {
  readonly #links: readonly PeerLink[];

  private constructor(links: readonly PeerLink[]) {
    this.#links = links;
  }

  /** Opens the links between nodes that have not started yet; they close when the test ends. */
  static async open(t: Pick<TestContext, 'after'>, nodes: readonly TestnetNode[]): Promise<NetworkLinks> {
    const configs = nodes.map(({ home }) => readConfig({ flags: {}, variables: {}, file: home.configFile }).comet);
    const listening = configs.map(({ 'p2p-address': { host, port } }) => `${host}:${port}`);
    const links: PeerLink[] = [];
    for (const [from, config] of configs.entries()) {
      for (const peer of config['persistent-peers'].split(',').filter((text) => text !== '')) {
        const [id = '', address = ''] = peer.split('@');
        const to = listening.indexOf(address);
        // of two nodes that name each other, only the second connects
        if (from < to && configs[to]?.['persistent-peers'].includes(`@${listening[from]}`) === true) continue;
        const [host = '', port] = address.split(':');
        links.push({ ends: [from, to], id, link: await Link.open(host, Number(port)) });
      }
    }
    t.after(() => {
      for (const { link } of links) link.close();
    });
    return new NetworkLinks(links);
  }

  /** `comet.persistent-peers` of a node: those it connects to. */
  peersOf(index: number): string {
    const own = this.#links.filter(({ ends }) => ends[0] === index);
    return own.map(({ id, link }) => `${id}@${link.address}`).join();
  }

  /** Leaves only the links within each group as they are; all others get that state. */
  divide(groups: readonly (readonly number[])[], state: LinkState): void {
    for (const { ends, link } of this.#links) {
      link.set(groups.some((group) => ends.every((end) => group.includes(end))) ? 'up' : state);
    }
  }

  /** Everything passes again. */
  heal(): void {
    for (const { link } of this.#links) link.set('up');
  }
}
