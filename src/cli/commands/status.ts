import * as z from 'zod';
import { blockSchema } from '../chain-shapes.ts';
import { type NodeClient, openClient, quantitySchema } from '../client.ts';
import type { CommandInput, CommandResult } from '../command.ts';
import { printTime } from '../print-time.ts';

const syncSchema = z.union([z.literal(false), z.object({ highestBlock: quantitySchema })]);
const poolSchema = z.object({ pending: quantitySchema, queued: quantitySchema });

/** Shows the state of a running node. */
export async function run(input: CommandInput): Promise<CommandResult> {
  const client = openClient(input);
  const version = await client.call('web3_clientVersion', [], z.string());
  const chainId = await client.call('eth_chainId', [], quantitySchema);
  const peers = await client.call('net_peerCount', [], quantitySchema);
  const sync = await client.call('eth_syncing', [], syncSchema);
  const head = await client.call('eth_getBlockByNumber', ['latest', false], blockSchema);
  const pool = await poolOf(client);
  const json = {
    url: client.url,
    version,
    chainId: Number(chainId),
    height: Number(head.number),
    hash: head.hash,
    time: Number(head.timestamp),
    pool,
    peers: Number(peers),
    syncing: sync !== false,
    highestBlock: sync === false ? Number(head.number) : Number(sync.highestBlock),
  };
  const text = [
    `node     ${version} at ${client.url}`,
    `chain    ${chainId} (0x${chainId.toString(16)}), ${chainId === 9801n ? 'mainnet' : 'testnet or development network'}`,
    `height   ${head.number}, ${printTime(head.timestamp)}`,
    `block    ${head.hash}, ${head.transactions.length} transactions`,
    ...(pool === null ? [] : [`pool     ${pool.pending} transactions pending, ${pool.queued} more behind a nonce gap`]),
    `peers    ${peers}`,
    ...(sync === false ? [] : [`syncing  from its peers, which are at block ${sync.highestBlock}`]),
  ];
  return { json, text: text.join('\n') };
}

/** null when the node does not serve it: its operator may leave txpool_ out of the interface. */
async function poolOf(client: NodeClient) {
  const { txpool } = await client.call('rpc_modules', [], z.record(z.string(), z.string()));
  if (txpool === undefined) return null;
  const { pending, queued } = await client.call('txpool_status', [], poolSchema);
  return { pending: Number(pending), queued: Number(queued) };
}
