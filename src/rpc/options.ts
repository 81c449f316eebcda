import { z } from 'zod';
import { durationSetting, listenAddressSetting, listSetting, qorSetting } from '../primitives/settings.ts';
import { isHostPattern } from './server/access/allowed-hosts.ts';
import { isNetwork } from './server/access/networks.ts';
import { isOriginPattern } from './server/access/origins.ts';

/** Section `[http]`: what holds for the connections of all interfaces together. */
export const httpOptions = z.strictObject({
  'allowed-hosts': listSetting
    .refine((names) => names.every(isHostPattern), 'must be host names such as node.example.com, separated by commas')
    .prefault('')
    .describe(
      'Host names under which the node may be asked, besides localhost and IP addresses: example.com, *.example.com, * for any. Others get 403, since a web page could lead its own name to this machine (DNS rebinding); https needs no list, as its certificate names the hosts.',
    ),
  'trusted-proxies': listSetting
    .refine(
      (networks) => networks.every(isNetwork),
      'must be addresses or networks such as 10.0.0.0/8, separated by commas',
    )
    .prefault('')
    .describe(
      'Addresses and networks (10.0.0.0/8) of proxies before this node: the client of a request that comes from one is the last address in its X-Forwarded-For that is none of theirs. Everywhere else the header is ignored.',
    ),
  'max-connections': z
    .int()
    .min(1)
    .default(10_000)
    .describe('Most open connections of all interfaces together, WebSockets included; more get 503.'),
  'max-connections-per-client': z
    .int()
    .min(1)
    .default(2000)
    .describe('Most of them from one address (of IPv6: one network of 64 bits) that is no trusted proxy.'),
  'max-unread-responses': z
    .int()
    .min(1_048_576)
    .default(268_435_456)
    .describe(
      'Most bytes of responses that wait to be read, of all connections together. Beyond it clients that have stopped reading are cut off, and while all read, requests for more get error -32005.',
    ),
  'max-unread-per-connection': z
    .int()
    .min(1_048_576)
    .default(67_108_864)
    .describe('Most of them on one connection: the largest response must fit.'),
  'max-unfinished-bodies': z
    .int()
    .min(1_048_576)
    .default(134_217_728)
    .describe('Most bytes of request bodies that have begun to arrive, of all connections together; more get 503.'),
});

export type HttpOptions = z.output<typeof httpOptions>;

/** What holds for both interfaces: how much one client may ask for. */
const limits = {
  'max-body-size': z.int().min(1024).default(5_242_880).describe('Largest request body, in bytes.'),
  'max-batch': z.int().min(1).default(1000).describe('Most requests in one batch.'),
  'max-response-size': z
    .int()
    .min(1024)
    .default(67_108_864)
    .describe('Largest response to one request, in bytes: a full block in its longest form is below.'),
  'max-batch-response-size': z
    .int()
    .min(1024)
    .default(25_000_000)
    .describe(
      'Largest response to a batch, in bytes; entries that find it full get an error. go-ethereum has the same.',
    ),
  'max-unread-messages': z
    .int()
    .min(1_048_576)
    .default(268_435_456)
    .describe(
      'Most bytes of WebSocket messages that clients have not read, of all together; beyond it those with most are disconnected.',
    ),
  'max-unread-messages-per-connection': z
    .int()
    .min(65_536)
    .default(16_777_216)
    .describe('Most of them on one connection: so much may be told in one burst.'),
  'header-timeout': durationSetting.prefault('10s').describe('Time a client has to send the headers of a request.'),
  'request-timeout': durationSetting.prefault('60s').describe('Time a client has to send a whole request.'),
  'cors-origin': listSetting
    .refine(
      (patterns) => patterns.every(isOriginPattern),
      'must be origins such as https://app.example or http://localhost:*, separated by commas',
    )
    .prefault('*')
    .describe(
      'Origins of web pages that may call: https://app.example, https://*.app.example, http://localhost:*, null; * for any, empty for none. On development networks * only lets pages read: what signs or changes the chain takes a page of this machine, a browser extension, or an origin named here.',
    ),
  'read-only': z
    .boolean()
    .default(false)
    .describe('Refuse the submission of transactions: for interfaces that face the internet.'),
  'rate-limit': z
    .int()
    .min(0)
    .default(0)
    .describe('Requests a second that each address may make, batches counted one by one; 0 = no limit.'),
  'tls-certificate': z
    .string()
    .default('')
    .describe('PEM file with the certificate (and those it depends on) for https and wss; empty for http and ws.'),
  'tls-key': z.string().default('').describe('PEM file with the private key of the certificate.'),
};

/** Most of something that the node remembers for clients; 0 for no limit. */
const most = (limit: number, what: string) => z.int().min(0).default(limit).describe(`${what}; 0 = no limit.`);

/** What clients may have the node remember. All of it together, at its limits, takes some 400 MB. */
const watchLimits = {
  'max-filters': most(20_000, 'Most filters (eth_newFilter and others) of all clients together'),
  'max-filters-per-address': most(1000, 'Most filters of one client address'),
  'max-subscriptions': most(200_000, 'Most subscriptions (eth_subscribe) of all clients together'),
  'max-subscriptions-per-address': most(25_000, 'Most subscriptions of one client address'),
  'max-subscriptions-per-connection': most(1000, 'Most subscriptions of one WebSocket connection'),
  'max-filter-terms': most(
    1_000_000,
    'Most addresses, topics and hashes that the filters and subscriptions of all clients name, at about 200 bytes each',
  ),
  'max-filter-terms-per-address': most(
    125_000,
    'Most addresses, topics and hashes that the filters and subscriptions of one client address name: 25 of the largest filters',
  ),
};

/** Those of development networks can be named anywhere, but are served on development networks only. */
const namespaces = ['eth', 'web3', 'net', 'txpool', 'qor', 'debug', 'personal', 'evm', 'anvil', 'hardhat'];

/** Section `[json-rpc]`: the EVM-compatible interface, which serves qor_ too. */
export const jsonRpcOptions = z.strictObject({
  enable: z.boolean().default(true).describe('Serve the EVM-compatible interface.'),
  address: listenAddressSetting.prefault('127.0.0.1:8545').describe('Where HTTP listens, as host:port.'),
  'ws-address': listenAddressSetting.prefault('127.0.0.1:8546').describe('Where WebSocket listens, as host:port.'),
  api: listSetting
    .refine((names) => names.every((name) => namespaces.includes(name)), `must be of ${namespaces.join(', ')}`)
    .prefault('eth,web3,net,txpool,qor')
    .describe('Namespaces served, separated by commas.'),
  'filter-cap': z.int().min(1).default(10_000).describe('Most logs in one answer of eth_getLogs.'),
  ...watchLimits,
  'filter-timeout': durationSetting
    .prefault('10s')
    .describe('Longest search of one eth_getLogs or eth_getFilterLogs, which others take turns with; 0s = no limit.'),
  'gas-cap': z.int().min(0).default(25_000_000).describe('Most gas for eth_call and eth_estimateGas; 0 = no limit.'),
  'evm-timeout': durationSetting
    .prefault('5s')
    .describe('Longest execution of one eth_call or estimate; 0s = no limit.'),
  'max-waiting-calls': z
    .int()
    .min(1)
    .default(256)
    .describe(
      'Most calls, estimates, simulations or traces that wait while others are executed; the client with most of them is refused first.',
    ),
  'max-override-slots': z
    .int()
    .min(0)
    .default(2048)
    .describe('Most accounts and slots, all in all, that one call, estimate, simulation or trace may override.'),
  'max-trace-bytes': z
    .int()
    .min(1024)
    .default(33_554_432)
    .describe('Most bytes that the traces of one answer may record; four such answers are in the making at once.'),
  'txfee-cap': qorSetting
    .prefault(1)
    .describe(
      'Highest fee of a transaction that eth_sendRawTransaction accepts, in QOR; 0 = no limit. Not for development networks.',
    ),
  'max-open-connections': z.int().min(0).default(0).describe('Most open WebSocket connections; 0 = no limit.'),
  ...limits,
});

/** Section `[svm-rpc]`: the SVM-compatible interface. */
export const svmRpcOptions = z.strictObject({
  enable: z.boolean().default(true).describe('Serve the SVM-compatible interface.'),
  address: listenAddressSetting
    .refine(({ port }) => port < 65_535, 'must have a port below 65535, as subscriptions take the next one')
    .prefault('127.0.0.1:8899')
    .describe('Where HTTP listens, as host:port; subscriptions (WebSocket) take the next port.'),
  'max-subscriptions': most(200_000, 'Most subscriptions of all clients together, at about 1 kB each'),
  'max-subscriptions-per-address': most(50_000, 'Most subscriptions of one client address'),
  'max-subscriptions-per-connection': most(10_000, 'Most subscriptions of one WebSocket connection'),
  ...limits,
});

export type JsonRpcOptions = z.output<typeof jsonRpcOptions>;
export type SvmRpcOptions = z.output<typeof svmRpcOptions>;
