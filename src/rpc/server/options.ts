import { z } from 'zod';
import { durationSetting, listSetting } from '../../primitives/settings.ts';
import { isHostPattern } from './access/allowed-hosts.ts';
import { isNetwork } from './access/client.ts';
import { isOriginPattern } from './access/origins.ts';

/** Section `[http]`: what applies to the connections of all interfaces together. */
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

/** Settings that the section of every interface has: how much one client may ask for, and from where. */
export const interfaceOptions = {
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
  'max-waiting-bytes': z
    .int()
    .min(1_048_576)
    .default(134_217_728)
    .describe(
      'Most bytes of requests above 16 KiB that wait for their response, of all clients together: what is read from them takes some times as much memory. More get error -32005.',
    ),
  'max-waiting-bytes-per-client': z
    .int()
    .min(1_048_576)
    .default(33_554_432)
    .describe('Most of them from one client address: six requests of the largest size.'),
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
