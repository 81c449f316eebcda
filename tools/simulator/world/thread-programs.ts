import { basename } from 'node:path';
import { verifyMlDsa } from '@qord/curves/ml-dsa';
import type { EvmInstance } from '#qord/evm/instance/evm-instance.ts';
import type { VerificationRequest } from '#qord/kernel/signature-rules.ts';
import { serveBlockThread } from '#qord/node/block-thread/block-worker.ts';
import { openStoredNode } from '#qord/node/execution/stored-node.ts';
import { recoverBatch } from '#qord/node/sender-recovery/recover-batch.ts';
import { recoverAuthorities } from '#qord/node/signature-verification/recover-authorities.ts';
import { executions } from '#qord/rpc/evm-interface/executions.ts';
import { serveExecutions } from '#qord/rpc/execution/worker.ts';
import { respondToRequests } from '#qord/scheduling/serve-requests.ts';
import type { StoreReader } from '#qord/store/types.ts';
import type { Disk } from './disk.ts';
import { InlineThread, type ThreadProgram, type ThreadStarter, type ThreadWorld } from './inline-thread.ts';

/** What the programs of the node do, by the names of their files. */
function programsOn(
  openReader: (dataFolder: string) => StoreReader,
  createInstance: () => EvmInstance,
): Readonly<Record<string, ThreadProgram>> {
  return {
    'load-block-worker.cjs': (port, data: Parameters<typeof serveBlockThread>[2] & { readonly dataFolder: string }) =>
      serveBlockThread(port, openReader(data.dataFolder), data, createInstance),
    'load-execution-worker.cjs': (
      port,
      data: Parameters<typeof serveExecutions>[1] & Parameters<typeof openStoredNode>[1] & { dataFolder: string },
    ) => serveExecutions(port, data, executions, openStoredNode(openReader(data.dataFolder), data, createInstance)),
    'recovery-thread.cjs': (port) => respondToRequests(port, recoverBatch),
    'authorities-thread.cjs': (port) => respondToRequests(port, recoverAuthorities),
    'verification-thread.cjs': (port) =>
      respondToRequests(port, ({ scheme, publicKey, signature, message }: VerificationRequest) =>
        verifyMlDsa(scheme, publicKey, signature, message),
      ),
  };
}

/** Starts the threads of the nodes of a world. `diskOf`: the disk of the home in which a folder lies; `createInstance`: for their engines */
export function createThreadStarter(
  world: ThreadWorld,
  diskOf: (dataFolder: string) => Disk,
  createInstance: () => EvmInstance,
): ThreadStarter {
  return (file, data) => {
    const openReader = (dataFolder: string) => {
      const reader = diskOf(dataFolder).openReader();
      thread.once('exit', () => void reader.close());
      return reader;
    };
    const name = basename(file.pathname);
    const program = programsOn(openReader, createInstance)[name];
    if (program === undefined) throw new Error(`the simulator does not know the thread ${name}`);
    const copy = structuredClone(data) as never;
    const thread = new InlineThread(name.replace('.cjs', ''), (port) => program(port, copy), world);
    return thread;
  };
}
