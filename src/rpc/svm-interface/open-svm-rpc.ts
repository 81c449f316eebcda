import { createDispatch, type Dispatch, type DispatcherDependencies } from '../dispatch/dispatcher.ts';
import { type InterfaceInfo, withDiscovery } from '../dispatch/openrpc.ts';
import { createRateLimiter, dispatchLimits, serverSettings, webSocketLimits } from '../interface-settings.ts';
import type { SvmRpcOptions } from '../options.ts';
import { createAccess } from '../server/access/access.ts';
import type { ConnectionRules } from '../server/connection-rules.ts';
import { type HttpServer, openHttpServer, type ServerDependencies, type ServerOptions } from '../server/http-server.ts';
import { WebSocketHub, type WebSocketOptions } from '../server/websocket-hub.ts';
import type { SvmDependencies } from '../svm/dependencies.ts';
import { submissionMethods } from '../svm/methods/submission-methods.ts';
import { openSubscriptions, type Subscriptions } from '../svm/subscriptions/subscription-methods.ts';
import { svmVersion } from '../svm/version.ts';
import type { Methods } from '../types.ts';
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
 * - An account key has 32 bytes: the address of the ledger, padded, or any other key, whose balance the svm module keeps
 *   (`svm/read-account.ts`). Amounts are lamports: QOR has 9 decimals here.
 * - Transactions of the ledger are converted to the SVM shape when they are read (`svm/ledger-transaction.ts`).
 * - Errors have the codes and texts of the reference implementation (`svm/errors.ts`, `svm-dialect.ts`).
 * - Subscriptions are grouped into feeds (`svm/subscriptions`): for each block a feed yields the messages of its
 *   subscribers, which are sent in time slices (`deliveries.ts`).
 *
 * Server and dispatcher are those of the EVM interface (`rpc/server`, `rpc/dispatch`).
 */

/** The running interface and its ports. */
type SvmRpc = {
  readonly host: string;
  readonly port: number;
  /** of the subscriptions: clients expect the port after that of HTTP */
  readonly webSocketPort: number;
  close(): Promise<void>;
};

type SvmRpcHooks = Pick<DispatcherDependencies, 'onUnexpected' | 'metrics'>;

/** Milliseconds after which clients expect an idle connection to be closed. */
const idleTimeout = 20_000;

const subscriptionInfo: InterfaceInfo = {
  title: 'qord: subscriptions of the SVM-compatible interface',
  version: svmVersion,
  description: 'JSON-RPC 2.0 over WebSocket.',
};

/** Serves reads over HTTP, and subscriptions over WebSocket on the port above. Rejects when it cannot listen. */
export async function openSvmRpc(
  options: SvmRpcOptions,
  dependencies: SvmDependencies,
  hooks: SvmRpcHooks,
  rules: ConnectionRules,
): Promise<SvmRpc> {
  const methods = svmMethods(dependencies);
  const limiter = createRateLimiter(options);
  const access = createAccess('svm-rpc', options, rules.hosts, false); // nothing changes the chain here
  const common = { access, rules, limiter, page: (path: string) => svmPage(dependencies, path) };
  const http = await openHttpServer(serverOptions(options, options.address.port), {
    ...common,
    dispatch: dispatchOf(methods, options, hooks),
  });
  const subscriptions = openSubscriptions(dependencies, options);
  const hub = openHub(methods, subscriptions, options, hooks, common);
  const webSocket = await openWebSocketServer(options, { ...common, ...hub }).catch(async (error: unknown) => {
    subscriptions.close();
    hub.sockets.close();
    await http.close();
    throw error;
  });
  return {
    host: http.host,
    port: http.port,
    webSocketPort: webSocket.port,
    close: async () => {
      subscriptions.close();
      hub.sockets.close();
      await Promise.all([http.close(), webSocket.close()]);
    },
  };
}

/** The WebSocket port serves the subscriptions, the version, the description and the rejection of submissions. */
function openHub(
  { getVersion }: Methods,
  subscriptions: Subscriptions,
  options: SvmRpcOptions,
  hooks: SvmRpcHooks,
  { access, rules, limiter }: Pick<WebSocketOptions, 'access' | 'rules' | 'limiter'>,
): { readonly dispatch: Dispatch; readonly sockets: WebSocketHub } {
  const methods = { ...subscriptions.methods, ...(getVersion && { getVersion }), ...submissionMethods() };
  const dispatch = dispatchOf(withDiscovery(methods, subscriptionInfo), options, hooks);
  const hubOptions = { ...webSocketLimits(options, 0), access, rules, limiter };
  return { dispatch, sockets: new WebSocketHub(hubOptions, dispatch) };
}

/** With port 0 the system chooses this port, too. */
function openWebSocketServer(options: SvmRpcOptions, dependencies: ServerDependencies): Promise<HttpServer> {
  const { port } = options.address;
  return openHttpServer(serverOptions(options, port === 0 ? 0 : port + 1), dependencies);
}

function dispatchOf(methods: Methods, options: SvmRpcOptions, hooks: SvmRpcHooks): Dispatch {
  return createDispatch({
    waiting: new WaitingRequests('svm-rpc', options),
    methods,
    dialect: svmDialect,
    limits: dispatchLimits(options),
    toFault: () => undefined,
    ...hooks,
  });
}

function serverOptions(options: SvmRpcOptions, port: number): ServerOptions {
  return {
    ...serverSettings('svm-rpc', options),
    address: { host: options.address.host, port },
    idleTimeout,
    refuseInvalidUtf8: true,
    contentType: 'application/json; charset=utf-8',
    texts: {
      methodNotAllowed: 'Used HTTP Method is not allowed. POST or OPTIONS is required',
      bodyTooLarge: 'request body size exceeds allowed maximum',
    },
  };
}
