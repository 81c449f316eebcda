/** Shapes of the interfaces' results, as far as the page reads them. Quantities are hex, as Ethereum writes them. */
export type Hex = `0x${string}`;

export type Header = {
  readonly number: Hex;
  readonly hash: Hex;
  readonly parentHash: Hex;
  readonly timestamp: Hex;
  readonly gasUsed: Hex;
  readonly gasLimit: Hex;
  readonly baseFeePerGas: Hex;
  readonly miner: Hex;
  readonly stateRoot: Hex;
  readonly transactionsRoot: Hex;
  readonly receiptsRoot: Hex;
  readonly extraData: Hex;
  readonly size?: Hex;
};

export type Transaction = {
  readonly hash: Hex;
  readonly from: Hex;
  readonly to: Hex | null;
  readonly value: Hex;
  readonly nonce: Hex;
  readonly gas: Hex;
  readonly gasPrice: Hex;
  readonly maxFeePerGas?: Hex;
  readonly maxPriorityFeePerGas?: Hex;
  readonly input: Hex;
  readonly type: Hex;
  readonly blockNumber: Hex | null;
  readonly blockHash: Hex | null;
  readonly transactionIndex: Hex | null;
  readonly accessList?: readonly { readonly address: Hex; readonly storageKeys: readonly Hex[] }[];
  /** For hybrid transactions, type 0x51. */
  readonly algorithmId?: Hex;
  readonly pqcSignature?: Hex;
  readonly authorizationList?: readonly { readonly address: Hex; readonly nonce: Hex; readonly chainId: Hex }[];
};

export type Block = Header & { readonly transactions: readonly Transaction[] };

export type Log = {
  readonly address: Hex;
  readonly topics: readonly Hex[];
  readonly data: Hex;
  readonly logIndex?: Hex;
  readonly transactionHash?: Hex;
  readonly blockNumber?: Hex;
};

export type Receipt = {
  readonly transactionHash: Hex;
  readonly status: Hex;
  readonly gasUsed: Hex;
  readonly effectiveGasPrice: Hex;
  readonly contractAddress: Hex | null;
  readonly logs: readonly Log[];
  readonly blockNumber: Hex;
  readonly from: Hex;
  readonly to: Hex | null;
};

export type BalanceChange = { readonly address: Hex; readonly before: Hex; readonly after: Hex };

/** qord_getBlockEffects */
export type BlockEffects = {
  readonly events: readonly Log[];
  readonly balanceChanges: readonly BalanceChange[];
  readonly report: {
    readonly time: number;
    readonly waitingTransactions: number;
    readonly waitingBytes: number;
    readonly votes: readonly { readonly validator: Hex; readonly signed: boolean }[];
    readonly misbehaviour?: readonly { readonly kind: string; readonly validator: Hex; readonly height: number }[];
  } | null;
  /** null where the node does not know it */
  readonly round?: number | null;
};

export type VoteState = 'none' | 'nil' | 'block';

/** qord_getConsensus */
export type Consensus = {
  readonly id: string;
  readonly height: number;
  readonly round: number;
  readonly step: string;
  readonly startTime: number;
  readonly proposer: Hex;
  readonly validators: readonly {
    readonly validator: Hex;
    readonly power: number;
    readonly prevote: VoteState;
    readonly precommit: VoteState;
  }[];
  readonly peers: readonly {
    readonly id: string;
    readonly name: string;
    readonly address: string;
    readonly isOutbound: boolean;
    readonly height: number;
    readonly round: number;
    readonly step: string;
  }[];
  readonly rounds: readonly { readonly height: number; readonly round: number }[];
};

/** eth_syncing of a node that is behind */
export type Syncing = { readonly startingBlock: Hex; readonly currentBlock: Hex; readonly highestBlock: Hex };

/** callTracer */
export type CallFrame = {
  readonly type: string;
  readonly from: Hex;
  readonly to?: Hex;
  readonly value?: Hex;
  readonly gas: Hex;
  readonly gasUsed: Hex;
  readonly input: Hex;
  readonly output?: Hex;
  readonly error?: string;
  readonly revertReason?: string;
  /** what a call of console.log prints */
  readonly printed?: string;
  readonly calls?: readonly CallFrame[];
  readonly logs?: readonly Log[];
};

/** prestateTracer */
export type AccountState = {
  readonly balance?: Hex;
  readonly nonce?: number;
  readonly code?: Hex;
  readonly storage?: Readonly<Record<string, Hex>>;
};
