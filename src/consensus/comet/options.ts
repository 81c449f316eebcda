import * as z from 'zod';
import { durationSetting, listenAddressSetting } from '../../primitives/settings.ts';

const text = z.string().default('');

/** Section `[comet]`: how this node runs CometBFT. Its own config.toml is made from this at each start. */
export const cometOptions = z.strictObject({
  process: z
    .enum(['child', 'external'])
    .default('child')
    .describe('child: qord starts CometBFT and ends with it. external: it is started separately, on <home>/comet.'),
  binary: text.describe(
    'File of CometBFT 0.40. Empty: <home>/bin/cometbft, then the PATH, then the folder where go install puts programs.',
  ),
  moniker: text.describe('Name that peers see.'),
  'p2p-address': listenAddressSetting
    .prefault('0.0.0.0:26656')
    .describe('Where peers connect: the only address that has to be open to them.'),
  'external-address': text.describe(
    'host:port at which peers connect to this node, when it is another than p2p-address.',
  ),
  'persistent-peers': text.describe('Peers to stay connected to: id@host:port, separated by commas.'),
  seeds: text.describe('Nodes that are queried once for peers: id@host:port, separated by commas.'),
  'private-peer-ids': text.describe(
    'Ids of peers that are not made known to others, such as the validator behind a sentry.',
  ),
  'unconditional-peer-ids': text.describe('Ids of peers that are accepted beyond the limits.'),
  'exchange-peers': z
    .boolean()
    .default(true)
    .describe('Whether peers tell each other of further peers; off for a validator behind sentries.'),
  'local-network': z
    .boolean()
    .default(false)
    .describe('Whether peers may have private addresses, and several the same one.'),
  'max-inbound-peers': z.int().min(0).default(40).describe('Most peers that have connected to this node.'),
  'max-outbound-peers': z
    .int()
    .min(0)
    .default(10)
    .describe('Most peers that this node has connected to, besides persistent ones.'),
  'priv-validator-address': text.describe(
    'Where a remote signer connects (tcp://host:port or unix://file). Empty: the node signs with <home>/comet/config/priv_validator_key.json, if that key is a validator’s.',
  ),
  'propose-timeout': durationSetting
    .prefault('3s')
    .describe('How long validators wait for a proposal before they ask the next proposer; the same on all validators.'),
  'commit-pause': durationSetting
    .refine((milliseconds) => milliseconds >= 50, 'must be at least 50ms: with less, honest votes come too late')
    .prefault('500ms')
    .describe(
      'Time from the decision on a block until the next one begins, in which late votes arrive. It has to be longer than validators take to execute and write a block.',
    ),
  'stall-timeout': durationSetting
    .prefault('2m')
    .describe(
      'Time after which the node ends when the validators have decided a block that it does not get, and after which a CometBFT that does not respond is started again; 0s = never.',
    ),
  'halt-height': z.int().min(0).default(0).describe('Height after which the node stops, for an upgrade; 0 = none.'),
  'log-level': z
    .enum(['debug', 'info', 'error', 'none'])
    .default('error')
    .describe('What of the log of CometBFT is shown.'),
});

export type CometOptions = z.output<typeof cometOptions>;
