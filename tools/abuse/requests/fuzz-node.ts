import { Random } from '#qord/testing/random/random.ts';
import type { SpawnedNode } from '#qord/testing/spawn-node.ts';
import { ObservedValues } from './observed-values.ts';
import { awaitsResponse, responseFault } from './response-fault.ts';
import type { Described, DialectName } from './schema-rules.ts';
import { httpTransport, type Transport, webSocketTransport } from './transports.ts';
import { writeMessage } from './write-message.ts';
import { Writer } from './writer.ts';

/** A message with a response that it must not have. */
type Finding = { readonly interface: string; readonly message: string; readonly fault: string };

type FuzzLimits = { readonly seed: number; readonly seconds: number; readonly messages: number };
type FuzzReport = { readonly messages: number; readonly results: number; readonly findings: readonly Finding[] };

type Target = {
  readonly name: string;
  readonly transport: Transport;
  readonly dialect: DialectName;
  methods: readonly Described[];
};

/** Probability with which each value of a message is replaced; one message in three is valid. */
const replacementRates = [0, 0.03, 0.2] as const;
const enough = 20;
const discover = '{"jsonrpc":"2.0","id":0,"method":"rpc.discover","params":[]}';
const height = '{"jsonrpc":"2.0","id":0,"method":"eth_blockNumber","params":[]}';

/**
 * Sends random messages, generated from the node's own `rpc.discover`, to all its interfaces, and collects the
 * findings.
 */
export async function fuzzNode(
  { urls, records }: Pick<SpawnedNode, 'urls' | 'records'>,
  limits: FuzzLimits,
): Promise<FuzzReport> {
  const targets = await openTargets(urls);
  const health = httpTransport(urls.http ?? '');
  const random = new Random(limits.seed);
  const observed = new ObservedValues();
  const findings: Finding[] = [];
  const deadline = performance.now() + limits.seconds * 1000;
  let messages = 0;
  let results = 0;
  while (performance.now() < deadline && messages < limits.messages && findings.length < enough) {
    const target = random.pick(targets);
    const message = writeMessage(new Writer(random, observed, random.pick(replacementRates)), target);
    const noted = records.length;
    const finding = (fault: string) => findings.push({ interface: target.name, message, fault });
    try {
      const response = await target.transport.send(message, awaitsResponse(message));
      observed.collectFrom(response);
      const fault = responseFault(message, response);
      if (fault !== undefined) finding(`${fault}: ${response.slice(0, 300)}`);
      else if (response.includes('"result"')) results++;
      if (messages % 16 === 0) await health.send(height, true);
    } catch (error) {
      finding(String(error));
      if (await isUnreachable(health)) break;
    }
    for (const { level, ...record } of records.slice(noted)) if (level === 'error') finding(JSON.stringify(record));
    messages++;
  }
  for (const { transport } of targets) transport.close();
  health.close();
  return { messages, results, findings };
}

async function openTargets(urls: SpawnedNode['urls']): Promise<readonly [Target, ...Target[]]> {
  const http = await describe('HTTP', httpTransport(urls.http ?? ''), 'eth');
  const svm = await describe('SVM over HTTP', httpTransport(urls.svm ?? ''), 'svm');
  const webSocket = await describe('WebSocket', await webSocketTransport(urls.webSocket ?? ''), 'eth');
  const svmWebSocket = await describe('SVM over WebSocket', await webSocketTransport(urls.svmWebSocket ?? ''), 'svm');
  return [http, http, webSocket, svm, svmWebSocket];
}

async function describe(name: string, transport: Transport, dialect: DialectName): Promise<Target> {
  const { result } = JSON.parse(await transport.send(discover, true)) as { result: { methods: Described[] } };
  return { name, transport, dialect, methods: result.methods };
}

/** Whether the node no longer responds to a request for its height. */
async function isUnreachable(health: Transport): Promise<boolean> {
  try {
    return (await health.send(height, true)) === '';
  } catch {
    return true;
  }
}
