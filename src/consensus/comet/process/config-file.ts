import type { CometHome } from '../comet-home.ts';
import type { CometOptions } from '../options.ts';
import { maxEntryBytes } from '../transaction-bundle.ts';

/**
 * Number of entries of the pool, of one or more transactions each, for which CometBFT itself recognises repetitions by
 * peers: more than arrive within a minute. Each takes about 200 bytes; the default of CometBFT is 100,000.
 */
const seenEntries = 10_000;
/** bytes per second to and from each peer */
const peerBytesPerSecond = 20_480_000;

/**
 * The config.toml of CometBFT: what differs from its defaults. It is written at each start; settings are changed in
 * app.toml. Times and sizes that are not options were found by measurements with this driver.
 */
export function renderCometConfig(options: CometOptions, home: CometHome): string {
  const { host, port } = options['p2p-address'];
  const sections = {
    '': {
      proxy_app: `unix://${home.abciSocket}`,
      moniker: options.moniker || 'qord',
      log_level: options['log-level'],
      log_format: 'json',
      priv_validator_laddr: options['priv-validator-address'],
      filter_peers: false,
    },
    rpc: {
      laddr: `unix://${home.rpcSocket}`,
      unsafe: true, // for dial_peers; only the user of this node can open the socket
    },
    p2p: {
      laddr: `tcp://${host.includes(':') ? `[${host}]` : host}:${port}`,
      external_address: options['external-address'],
      seeds: options.seeds,
      persistent_peers: options['persistent-peers'],
      private_peer_ids: options['private-peer-ids'],
      unconditional_peer_ids: options['unconditional-peer-ids'],
      pex: options['exchange-peers'],
      addr_book_strict: !options['local-network'],
      allow_duplicate_ip: options['local-network'],
      max_num_inbound_peers: options['max-inbound-peers'],
      max_num_outbound_peers: options['max-outbound-peers'],
      send_rate: peerBytesPerSecond,
      recv_rate: peerBytesPerSecond,
      flush_throttle_timeout: '10ms',
    },
    mempool: {
      type: 'app', // the pool of this node is the only one
      seen_cache_size: seenEntries,
      reap_interval: '75ms',
      max_tx_bytes: maxEntryBytes,
      max_batch_bytes: 1_048_576,
    },
    consensus: {
      timeout_propose: `${options['propose-timeout']}ms`,
      timeout_commit: `${options['commit-pause']}ms`,
      peer_gossip_sleep_duration: '40ms', // shorter sleeps cost an idle CometBFT more than its blocks
      create_empty_blocks: true, // hooks change the state in each block
    },
    storage: { discard_abci_responses: false },
    tx_index: { indexer: 'null' },
    instrumentation: { prometheus: false },
  };
  const lines = Object.entries(sections).flatMap(([name, entries]) => [
    ...(name === '' ? [] : ['', `[${name}]`]),
    ...Object.entries(entries).map(([key, value]) => `${key} = ${JSON.stringify(value)}`),
  ]);
  return `# Written by qord at each start from app.toml, section [comet]: change that instead.\n${lines.join('\n')}\n`;
}
