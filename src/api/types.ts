/** What the package exports: no type of it depends on another file, so that its declarations are complete. */

/** How a development network in this process is made. */
export type NodeOptions = {
  /**
   * Serves HTTP and WebSocket as `qord start --port` does: the EVM interface at this port, its subscriptions at the
   * next, the explorer and the SVM interface after them. 0: free ports, which `urls` names. Without it the node has no
   * port.
   */
  readonly port?: number;
  /** Settings by `section.key`, as on the command line: `{ 'consensus.block-interval': '0s' }`. See docs/configuration.md. */
  readonly settings?: Readonly<Record<string, string | number | boolean | undefined>>;
  /** Gets each line of the log. Without it nothing is logged. */
  readonly log?: (line: string) => void;
};

/** URLs of the interfaces; undefined for those without a port. */
export type NodeUrls = {
  readonly explorer: string | undefined;
  readonly http: string | undefined;
  readonly webSocket: string | undefined;
  /** path of the Unix socket of the EVM interface */
  readonly ipc: string | undefined;
  readonly svm: string | undefined;
  readonly svmWebSocket: string | undefined;
  readonly metrics: string | undefined;
};

/** A request of EIP-1193. */
export type RequestArguments = {
  readonly method: string;
  readonly params?: readonly unknown[] | Readonly<Record<string, unknown>> | undefined;
};

/** A notification of a subscription, as EIP-1193 has it: `eth_subscription`, or `accountNotification` and its like. */
export type ProviderMessage = { readonly type: string; readonly data: unknown };

/** Events of the provider, with what their listeners get. */
export type ProviderEvents = {
  /** The chain can be used: again, after `anvil_reset` has begun another network. */
  connect: { readonly chainId: string };
  /** All subscriptions have ended. The error has a close code of RFC 6455. */
  disconnect: ProviderError;
  message: ProviderMessage;
};

/** The error of a request (EIP-1193): `code` and `data` are those of the JSON-RPC error. */
export type ProviderError = Error & { readonly code: number; readonly data: unknown };

/** A provider as EIP-1193 describes it, of viem's `custom` transport, ethers' `BrowserProvider` and others. */
export type Provider = {
  /** Rejects with a ProviderError. */
  request<Result = unknown>(request: RequestArguments): Promise<Result>;
  on<Name extends keyof ProviderEvents>(event: Name, listener: (value: ProviderEvents[Name]) => void): Provider;
  removeListener<Name extends keyof ProviderEvents>(
    event: Name,
    listener: (value: ProviderEvents[Name]) => void,
  ): Provider;
};

/** An account that has coins from the start, whose private key is public. */
export type FundedAccount = { readonly address: `0x${string}`; readonly privateKey: `0x${string}` };

/** A development network in this process. */
export type DevelopmentNode = {
  /**
   * Makes a request to the interface that has the method: the EVM interface (`eth_`, `qor_`, `anvil_` and all others
   * with an underscore or a dot), or the SVM interface (`getBalance`, `accountSubscribe` …). Rejects with a
   * ProviderError.
   */
  request<Result = unknown>(request: RequestArguments): Promise<Result>;
  readonly provider: Provider;
  readonly urls: NodeUrls;
  readonly accounts: readonly FundedAccount[];
  /** Ends the node and removes its chain. The process can end then, as far as the node is concerned. */
  close(): Promise<void>;
};
