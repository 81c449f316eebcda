import type * as z from 'zod';
import { genesisOptions } from '../chain/genesis/options.ts';
import { cometOptions } from '../consensus/comet/options.ts';
import { consensusOptions } from '../consensus/options.ts';
import { explorerOptions } from '../explorer/options.ts';
import { forkOptions } from '../fork/options.ts';
import { mempoolOptions } from '../mempool/options.ts';
import { developmentOptions } from '../rpc/development/options.ts';
import { jsonRpcOptions, svmRpcOptions } from '../rpc/options.ts';
import { httpOptions } from '../rpc/server/options.ts';
import { storageOptions } from '../store/options.ts';
import { logOptions } from './log-options.ts';
import { metricsOptions } from './metrics-options.ts';

/** The sections of app.toml, in the order of the file: what each is for, and its owner's schema. */
export const configSections = {
  'json-rpc': { title: 'The EVM-compatible interface, which serves qor_ too.', schema: jsonRpcOptions },
  'svm-rpc': { title: 'The SVM-compatible interface.', schema: svmRpcOptions },
  explorer: { title: 'The explorer: a web page that shows the chain.', schema: explorerOptions },
  http: { title: 'The connections of all interfaces together.', schema: httpOptions },
  consensus: { title: 'When blocks are made, and whose.', schema: consensusOptions },
  comet: { title: 'CometBFT, through which several nodes make one chain.', schema: cometOptions },
  mempool: { title: 'Transactions that wait for a block.', schema: mempoolOptions },
  storage: { title: 'The database.', schema: storageOptions },
  development: { title: 'Development networks only; no other network reads it.', schema: developmentOptions },
  genesis: {
    title: 'What a development network begins with; later starts need not repeat it.',
    schema: genesisOptions,
  },
  fork: { title: 'A development network that begins with the state of another network.', schema: forkOptions },
  log: { title: 'What the node prints.', schema: logOptions },
  metrics: { title: 'Figures for Prometheus.', schema: metricsOptions },
} as const;

type SectionName = keyof typeof configSections;

/** Every setting of a node, checked. */
export type Config = { readonly [Name in SectionName]: z.output<(typeof configSections)[Name]['schema']> };
