import * as z from 'zod';
import { readConfig } from '../config/read-config.ts';
import type { NetworkIdentity } from '../kernel/module-sdk/signed-text.ts';
import { urlOf } from '../node/urls.ts';
import { parseHash } from '../primitives/hash.ts';
import { parseQuantity } from '../primitives/quantity.ts';
import type { CommandInput } from './command.ts';
import { CliError } from './exit-codes.ts';
import { homeOf } from './input.ts';

/** A client of a running node. */
export type NodeClient = {
  readonly url: string;
  /** One JSON-RPC call; the result is checked against `schema`. Throws a CliError. */
  call<T>(method: string, params: readonly unknown[], schema: z.ZodType<T>): Promise<T>;
};

/** `0x…` integer → bigint. */
export const quantitySchema = z.string().transform((text, context) => {
  const value = parseQuantity(text);
  if (value === undefined) context.addIssue(`not a quantity: ${text}`);
  return value ?? z.NEVER;
});

/** The node named by --node, QORD_NODE or the configuration of the home folder. */
export function openClient(input: CommandInput): NodeClient {
  const url = input.options.node ?? input.variables.QORD_NODE ?? configuredUrl(input);
  if (!URL.canParse(url)) throw new CliError('usage', `${url} is not a URL; write it like http://127.0.0.1:8545`);
  return {
    url,
    call: async (method, params, schema) => {
      const result = schema.safeParse(await request(url, method, params));
      if (result.success) return result.data;
      throw new CliError('failure', `unexpected response of ${url} to ${method}: ${z.prettifyError(result.error)}`);
    },
  };
}

function configuredUrl(input: CommandInput): string {
  const config = readConfig({ flags: {}, variables: input.variables, file: homeOf(input).configFile });
  const { address, 'tls-certificate': certificate } = config['json-rpc'];
  return urlOf('http', certificate !== '', address.host, address.port);
}

const replySchema = z.union([
  z.object({ error: z.object({ code: z.number(), message: z.string(), data: z.unknown().optional() }) }),
  z.object({ result: z.unknown() }),
]);

async function request(url: string, method: string, params: readonly unknown[]): Promise<unknown> {
  const reply = replySchema.safeParse(await post(url, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })));
  if (!reply.success)
    throw new CliError('unreachable', `${url} responds, but not in JSON-RPC; is it the address of a node?`);
  if (!('error' in reply.data)) return reply.data.result;
  const { code, message, data } = reply.data.error;
  throw new CliError('failure', `${method}: ${message}${isExplanation(data) ? `: ${data}` : ''} (${code})`);
}

/** The data of an error is text, or the bytes of a revert whose reason the message already contains. */
function isExplanation(data: unknown): boolean {
  return typeof data === 'string' && !data.startsWith('0x');
}

async function post(url: string, body: string): Promise<unknown> {
  try {
    const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    return await response.json();
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    const { cause } = error instanceof Error ? error : {};
    const reason = cause instanceof Error && cause.message !== '' ? ` (${cause.message})` : '';
    throw new CliError(
      'unreachable',
      `no node responds at ${url}${reason}; start one with qord start, or pass another --node`,
    );
  }
}

const firstBlockSchema = z.object({ hash: z.string().transform(parseHash) });

/** What tells the network of the node from all others. */
export async function networkOf(client: NodeClient): Promise<NetworkIdentity> {
  const [chainId, { hash }] = await Promise.all([
    client.call('eth_chainId', [], quantitySchema),
    client.call('eth_getBlockByNumber', ['earliest', false], firstBlockSchema),
  ]);
  return { chainId, genesisHash: hash };
}
