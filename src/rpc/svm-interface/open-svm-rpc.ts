import type { MainThread } from '../../scheduling/main-thread.ts';
import { createDispatch, type Dispatch, type DispatcherDependencies } from '../dispatch/dispatcher.ts';
import { MethodTable } from '../dispatch/method-table.ts';
import { type InterfaceInfo, withDiscovery } from '../dispatch/openrpc.ts';
import { ResponseTooLongError } from '../dispatch/text-of-pieces.ts';
import { createRateLimiter, dispatchLimits, serverSettings, webSocketLimits } from '../interface-settings.ts';
import type { Methods } from '../method.ts';
import type { SvmRpcOptions } from '../options.ts';
import { createAccess } from '../server/access/access.ts';
import type { ConnectionRules } from '../server/connections.ts';
import type { HttpReply } from '../server/http-reply.ts';
import { type HttpServer, openHttpServer, type ServerDependencies, type ServerOptions } from '../server/http-server.ts';
import { WebSocketHub } from '../server/websocket-hub.ts';
import type { SvmDependencies } from '../svm/dependencies.ts';
import { submissionMethods } from '../svm/methods/submission-methods.ts';
import { openSubscriptions } from '../svm/subscriptions/subscription-methods.ts';
import { svmVersion } from '../svm/version.ts';
import { WaitingRequests } from '../waiting-requests.ts';
import { svmDialect } from './svm-dialect.ts';
import { svmMethods } from './svm-methods.ts';
import { svmPage } from './svm-page.ts';

/**
 * The SVM-compatible JSON-RPC interface: the ledger as Solana clients read it. It submits nothing.
 *
 *     client ── HTTP, port n ──────────> HttpServer ────> Dispatch ──> svmMethods ───────┐
 *       │                                                                                v
 *       └── WebSocket, port n + 1 ──> WebSocketHub ──> Dispatch ──> SubscriptionMethods ──> chain, node
 *
 * - A slot is a block height, and every block is final: all commitments mean the same (`svm/params`).
 * - An account key has 32 bytes: the address of the ledger, padded, or any other key, whose balance the svm module
 *   keeps (`svm/read-account.ts`). Amounts are lamports: QOR has 9 decimals here.
 * - Transactions of the ledger are converted to the SVM shape when they are read (`svm/ledger-transaction.ts`).
 * - Errors have the codes and texts of the reference implementation (`svm/errors.ts`, `svm-dialect.ts`).
 * - Subscriptions are grouped into feeds (`svm/subscriptions`): for each block a feed yields the messages of its
 *   subscribers, which are sent in time slices (`deliveries.ts`).
 *
 * Server and dispatcher are those of the EVM interface (`rpc/server`, `rpc/dispatch`).
 */

/** The methods of the interface, for any transport. */
export type SvmService = {
  readonly reads: Dispatch;
  readonly subscriptions: Dispatch;
  readonly page: (path: string) => HttpReply | undefined;
  /** Lets requests wait until `replace`. */
  hold(): void;
  /** Serves another network. */
  replace(dependencies: SvmDependencies): void;
  /** Stops all notifications. */
  close(): void;
};

/** The running interface and its ports. */
type SvmRpc = {
  readonly host: string;
  readonly port: number;
  /** Port of the subscriptions: clients expect the port after that of HTTP. */
  readonly webSocketPort: number;
  /** Lets requests wait until `replace`. */
  hold(): void;
  /** Serves another network. WebSocket connections are closed: their subscriptions were to the one before. */
  replace(dependencies: SvmDependencies): void;
  close(): Promise<void>;
};

type SvmRpcHooks = Pick<DispatcherDependencies, 'onUnexpected' | 'metrics'>;

/** Milliseconds after which clients expect an idle connection to be closed. */
const idleTimeoutMs = 20_000;

const subscriptionInfo: InterfaceInfo = {
  title: 'qord: subscriptions of the SVM-compatible interface',
  version: svmVersion,
  description: 'JSON-RPC 2.0 over WebSocket.',
};

/** Makes the methods of the SVM interface, without a server. */
export function serveSvm(
  options: SvmRpcOptions,
  dependencies: SvmDependencies,
  hooks: SvmRpcHooks,
  mainThread: MainThread,
): SvmService {
  let served = serve(dependencies, options);
  const [reads, subscribing] = [new MethodTable(served.reads), new MethodTable(served.subscribing)];
  return {
    reads: dispatchOf(reads, options, hooks, mainThread),
    subscriptions: dispatchOf(subscribing, options, hooks, mainThread),
    page: (path) => served.page(path),
    hold: () => {
      reads.hold();
      subscribing.hold();
    },
    replace: (next) => {
      served.close();
      served = serve(next, options);
      reads.replace(served.reads);
      subscribing.replace(served.subscribing);
    },
    close: () => served.close(),
  };
}

/** Serves reads over HTTP, and subscriptions over WebSocket on the port above. Rejects when it cannot listen. */
export async function openSvmRpc(
  options: SvmRpcOptions,
  dependencies: SvmDependencies,
  hooks: SvmRpcHooks,
  rules: ConnectionRules,
  service: SvmService = serveSvm(options, dependencies, hooks, rules.mainThread),
): Promise<SvmRpc> {
  const limiter = createRateLimiter(options);
  const access = createAccess('svm-rpc', options, rules.hosts, false); // nothing changes the chain here
  const common = { access, rules, limiter, page: service.page };
  const http = await openHttpServer(serverOptions(options, options.address.port), {
    ...common,
    dispatch: service.reads,
  });
  const dispatch = service.subscriptions;
  const sockets = new WebSocketHub({ ...webSocketLimits(options, 0), access, rules, limiter }, dispatch);
  const webSocket = await openWebSocketServer(options, { ...common, dispatch, sockets }).catch(
    async (error: unknown) => {
      service.close();
      sockets.close();
      await http.close();
      throw error;
    },
  );
  return {
    host: http.host,
    port: http.port,
    webSocketPort: webSocket.port,
    hold: () => service.hold(),
    replace: (next) => {
      service.replace(next);
      sockets.endSubscriptions('the network was replaced');
    },
    close: async () => {
      service.close();
      sockets.close();
      await Promise.all([http.close(), webSocket.close()]);
    },
  };
}

type Served = {
  readonly reads: Methods;
  /** subscriptions, the version, the description and the rejection of submissions: the methods of the WebSocket port */
  readonly subscribing: Methods;
  readonly page: (path: string) => HttpReply | undefined;
  /** Stops all notifications. */
  readonly close: () => void;
};

function serve(dependencies: SvmDependencies, options: SvmRpcOptions): Served {
  const reads = svmMethods(dependencies);
  const { getVersion } = reads;
  const { methods, close } = openSubscriptions(dependencies, options);
  const subscribing = { ...methods, ...(getVersion && { getVersion }), ...submissionMethods() };
  return {
    reads,
    subscribing: withDiscovery(subscribing, subscriptionInfo),
    page: (path) => svmPage(dependencies, path),
    close,
  };
}

/** With port 0 the system chooses this port, too. */
function openWebSocketServer(options: SvmRpcOptions, dependencies: ServerDependencies): Promise<HttpServer> {
  const { port } = options.address;
  return openHttpServer(serverOptions(options, port === 0 ? 0 : port + 1), dependencies);
}

function dispatchOf(table: MethodTable, options: SvmRpcOptions, hooks: SvmRpcHooks, mainThread: MainThread): Dispatch {
  return createDispatch({
    mainThread,
    waiting: new WaitingRequests('svm-rpc', options),
    get methods() {
      return table.methods;
    },
    get held() {
      return table.held;
    },
    dialect: svmDialect,
    limits: dispatchLimits(options),
    toFault: (error) =>
      error instanceof ResponseTooLongError ? svmDialect.responseTooLarge(error.limit, 'max-response-size') : undefined,
    ...hooks,
  });
}

function serverOptions(options: SvmRpcOptions, port: number): ServerOptions {
  return {
    ...serverSettings('svm-rpc', options),
    address: { host: options.address.host, port },
    idleTimeoutMs,
    rejectInvalidUtf8: true,
    contentType: 'application/json; charset=utf-8',
    texts: {
      methodNotAllowed: 'Used HTTP Method is not allowed. POST or OPTIONS is required',
      bodyTooLarge: 'request body size exceeds allowed maximum',
    },
  };
}
