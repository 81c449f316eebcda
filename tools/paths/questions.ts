import type { Random } from '#qord/testing/random/random.ts';
import { ObservedValues } from '../abuse/requests/observed-values.ts';
import type { Described } from '../abuse/requests/schema-rules.ts';
import { Writer } from '../abuse/requests/writer.ts';
import type { Client } from './client.ts';
import { markOfBlock, type Question } from './question.ts';
import { ruleFor, type Subjects } from './question-rules.ts';

/** Methods that change something, wait, or describe the process instead of the chain. */
const excluded =
  /^(admin_|anvil_|hardhat_|evm_|tenderly_|personal_|debug_memStats|debug_gcStats|debug_traceBlock$|eth_send|eth_subscribe|eth_unsubscribe|eth_new|eth_uninstallFilter|eth_getFilter|eth_sign|eth_fillTransaction|txpool_|rpc\.discover|qord_getConsensus|getHealth|getClusterNodes|sendTransaction|requestAirdrop)/;

/** Methods without a block whose answer about what exists never changes. */
const lasting =
  /^(eth_get(Raw)?Transaction(By|Receipt)|eth_getBlockByHash|eth_getHeaderByHash|eth_getBlockTransactionCountByHash|eth_getUncle.*Hash|eth_getLogs|debug_getRawTransaction|debug_trace(Transaction|BlockByHash)|ots_getBlockDetailsByHash|ots_getInternalOperations|ots_getTransactionError|ots_traceTransaction|trace_(get|transaction|replayTransaction|filter)|qord_getBalanceChanges|getBlock|getBlockTime|getTransaction|getSignaturesForAddress)$/;

/** Of an interface, the methods that questions may be asked of. */
export async function askable(client: Client): Promise<readonly Described[]> {
  const { methods } = await client<{ methods: Described[] }>('rpc.discover');
  return methods.filter(({ name }) => !excluded.test(name));
}

/** A random question about what is on the chain. */
export function randomQuestion(
  random: Random,
  subjects: Subjects,
  face: Question['face'],
  methods: readonly Described[],
): Question {
  const writer = new Writer(random, new ObservedValues(), 0);
  const method = methods[random.below(methods.length)];
  if (method === undefined) throw new Error('the interface has no methods');
  const { name, params } = method;
  const blockAt = params.findIndex((param) => param.name === 'block');
  const least = Math.max(params.filter(({ required }) => required).length, blockAt + 1);
  const count = least + random.below(params.length - least + 1);
  const values = params.slice(0, count).map((param) => ruleFor(subjects, face, name, param)(writer));
  const { blocks, head } = subjects.ledger;
  const block = random.chance(0.4) ? head : (blocks[random.below(blocks.length)] ?? head);
  const text = `[${values.join()}]`;
  const isAboutBlock = text.includes(markOfBlock);
  const takesHash = JSON.stringify(params[blockAt]?.schema ?? '').includes('EIP-1898');
  return {
    face,
    method: name,
    params: text,
    block: isAboutBlock ? { height: block.height, hash: block.hash, takesHash } : undefined,
    isLasting: isAboutBlock || (lasting.test(name) && !isOpenHistory(name, text)),
  };
}

/** A history without its newest transaction grows. */
function isOpenHistory(method: string, params: string): boolean {
  return method === 'getSignaturesForAddress' && !params.includes('"before"');
}
