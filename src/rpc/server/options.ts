import { createSecureContext } from 'node:tls';
import * as z from 'zod';
import { readGivenFile } from '../../primitives/given-file.ts';
import { listSetting, timeoutSetting } from '../../primitives/settings.ts';
import { isHostPattern } from './access/allowed-hosts.ts';
import { isNetwork } from './access/client.ts';
import { isOriginPattern } from './access/origins.ts';

/** Section `[http]`: what applies to the connections of all interfaces together. */
export const httpOptions = z.strictObject({
  'allowed-hosts': listSetting
    .refine((names) => names.every(isHostPattern), 'must be host names such as node.example.com, separated by commas')
    .prefault('')
    .describe(
      'Host names under which the node is served, besides localhost and IP addresses: example.com, *.example.com, * for any. Others get 403, since the name of a web page could resolve to this machine (DNS rebinding). With https the list is not used, as the certificate names the hosts.',
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
    .describe(
      'Maximum number of open connections of all interfaces together, including WebSockets; more get 503, or are closed before a TLS handshake. The last third is for clients with less than 64.',
    ),
  'max-connections-per-client': z
    .int()
    .min(1)
    .default(2000)
    .describe(
      'Maximum number of open connections from one address (as in all limits of one, IPv6: one network of 52 bits) that is not a trusted proxy.',
    ),
  'max-unread-responses': z
    .int()
    .min(1_048_576)
    .default(268_435_456)
    .describe(
      'Maximum bytes of responses that are being made in threads or wait to be read, of all connections together. Beyond it, connections whose clients have stopped reading are closed, and while all clients read, requests for more get error -32005.',
    ),
  'max-unread-per-connection': z
    .int()
    .min(1_048_576)
    .default(67_108_864)
    .describe('Maximum bytes of responses that wait to be read on one connection; a single one may be longer.'),
  'max-unfinished-bodies': z
    .int()
    .min(1_048_576)
    .default(67_108_864)
    .describe(
      'Maximum bytes of request bodies and WebSocket messages that have begun to arrive, or that wait for their turn, of all connections together; more get 503 or are disconnected. The last third is for clients with at most a 64th of it.',
    ),
  'max-unfinished-bodies-per-client': z
    .int()
    .min(1_048_576)
    .default(33_554_432)
    .describe('Maximum bytes of unfinished bodies and messages from one client address: six of the largest size.'),
});

export type HttpOptions = z.output<typeof httpOptions>;

/** Settings that the sections of all interfaces have. */
export const interfaceOptions = {
  'max-body-size': z.int().min(1024).default(5_242_880).describe('Largest request body, in bytes.'),
  'max-request-values': z
    .int()
    .min(1000)
    .default(200_000)
    .describe(
      'Most items and members of arrays and objects in one request body, where a member counts as two: parsing takes a few tenths of a microsecond for each.',
    ),
  'max-batch': z.int().min(1).default(1000).describe('Maximum number of requests in one batch.'),
  'max-response-size': z
    .int()
    .min(1024)
    .default(67_108_864)
    .describe(
      'Largest response to one request, in bytes. A block, its receipts and logs, or one transaction may be longer: what the chain has accepted can always be read, at most one such response on a connection.',
    ),
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
      'Maximum bytes of WebSocket messages that clients have not read, of all clients together; beyond it the clients with the most are disconnected.',
    ),
  'max-unread-messages-per-connection': z
    .int()
    .min(65_536)
    .default(16_777_216)
    .describe('Maximum bytes of unread WebSocket messages on one connection: the size of one burst of notifications.'),
  'max-waiting-bytes': z
    .int()
    .min(1_048_576)
    .default(134_217_728)
    .describe(
      'Maximum bytes of requests above 16 KiB that wait for their response, of all clients together (the last third for those with little); once parsed they take several times as much memory. More get error -32005.',
    ),
  'max-waiting-bytes-per-client': z
    .int()
    .min(1_048_576)
    .default(33_554_432)
    .describe('Maximum bytes of waiting requests from one client address: six requests of the largest size.'),
  'header-timeout': timeoutSetting
    .prefault('10s')
    .describe('Time a client has to send the headers of a request; not longer than request-timeout.'),
  'request-timeout': timeoutSetting.prefault('60s').describe('Time a client has to send a whole request.'),
  'cors-origin': listSetting
    .refine(
      (patterns) => patterns.every(isOriginPattern),
      'must be origins such as https://app.example or http://localhost:*, separated by commas',
    )
    .prefault('*')
    .describe(
      'Origins of web pages that may call: https://app.example, https://*.app.example, http://localhost:*, null; * for any, empty for none. On development networks * only allows reading: to sign or change the chain, a page must be of this machine, a browser extension, or named here.',
    ),
  'read-only': z
    .boolean()
    .default(false)
    .describe('Reject the submission of transactions: for interfaces that are open to the internet.'),
  'rate-limit': z
    .int()
    .min(0)
    .default(0)
    .describe('Requests per second from one address, where each entry of a batch counts; 0 = no limit.'),
  'tls-certificate': z
    .string()
    .default('')
    .describe('PEM file with the certificate (and those it depends on) for https and wss; empty for http and ws.'),
  'tls-key': z.string().default('').describe('PEM file with the private key of the certificate.'),
};

const interfaceSection = z.object(interfaceOptions);

/** What the sections of all interfaces have in common. */
export type InterfaceOptions = z.output<typeof interfaceSection>;

/** The files of a certificate cannot be used; the message names the setting and the remedy. */
export class TlsFilesError extends Error {
  override name = 'TlsFilesError';
}

/** A certificate chain and its private key, both PEM. */
export type TlsFiles = { readonly cert: Buffer; readonly key: Buffer };

type TlsOptions = Pick<InterfaceOptions, 'tls-certificate' | 'tls-key'>;

/**
 * Reads the files that a section of the configuration names; undefined when it names none. Throws a
 * TlsFilesError that says which setting is wrong.
 */
export function readTlsFiles(section: string, options: TlsOptions): TlsFiles | undefined {
  const { 'tls-certificate': certificate, 'tls-key': key } = options;
  if (certificate === '' && key === '') return undefined;
  if (certificate === '' || key === '') {
    const missing = certificate === '' ? 'tls-certificate' : 'tls-key';
    throw new TlsFilesError(`[${section}] ${missing} is empty; name a PEM file, or empty both to serve without TLS`);
  }
  const files = {
    cert: readFile(section, 'tls-certificate', certificate),
    key: readFile(section, 'tls-key', key),
  };
  try {
    createSecureContext(files);
  } catch (error) {
    throw new TlsFilesError(
      `[${section}] tls-certificate and tls-key do not make a pair of PEM files: ${reasonOf(error)}`,
    );
  }
  return files;
}

function readFile(section: string, name: string, path: string): Buffer {
  try {
    return readGivenFile(path);
  } catch (error) {
    throw new TlsFilesError(`[${section}] ${name}: ${path}: ${reasonOf(error)}; name a PEM file that qord may read`);
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
