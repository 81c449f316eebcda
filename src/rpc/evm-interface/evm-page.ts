import type { ChainReader } from '../../chain/types.ts';
import type { NodeControl } from '../node-control.ts';
import { type HttpReply, textReply } from '../server/http-reply.ts';

type PageDependencies = { readonly chain: ChainReader; readonly node: NodeControl; readonly clientVersion: string };

/** Responses to GET: health for load balancers, and a greeting for browsers. */
export function evmPage(dependencies: PageDependencies, path: string): HttpReply | undefined {
  if (path === '/health')
    return dependencies.node.syncing() === undefined ? textReply(200, 'ok') : textReply(503, 'syncing');
  return path === '/' ? textReply(200, greeting(dependencies)) : undefined;
}

function greeting({ chain, clientVersion }: PageDependencies): string {
  const { network } = chain.identity;
  const chainId = chain.states.chainId();
  return [
    `${clientVersion}`,
    '',
    'This is the EVM-compatible JSON-RPC interface of a qord node, and of the qor_ namespace.',
    `Network ${network}, chain id ${chainId} (0x${chainId.toString(16)}), block ${chain.head().number}.`,
    'One QOR has 18 decimals here.',
    '',
    'Send JSON-RPC 2.0 requests with POST and content-type application/json, for example',
    '  {"jsonrpc":"2.0","id":1,"method":"eth_blockNumber","params":[]}',
    'The method rpc.discover lists and describes all methods. GET /health returns ok.',
    '',
  ].join('\n');
}
