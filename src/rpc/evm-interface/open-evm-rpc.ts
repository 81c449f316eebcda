import type { MainThread } from '../../scheduling/main-thread.ts';
import { createDispatch, type Dispatch, type DispatcherDependencies } from '../dispatch/dispatcher.ts';
import { MethodTable } from '../dispatch/method-table.ts';
import { toEthError } from '../evm-common/errors.ts';
import { createRateLimiter, dispatchLimits, serverSettings, webSocketLimits } from '../interface-settings.ts';
import type { JsonRpcOptions } from '../options.ts';
import { createAccess } from '../server/access/access.ts';
import type { ConnectionRules } from '../server/connections.ts';
import type { HttpReply } from '../server/http-reply.ts';
import { openHttpServer, type ServerDependencies, type ServerOptions } from '../server/http-server.ts';
import { openLocalServer } from '../server/local-server.ts';
import { WebSocketHub } from '../server/websocket-hub.ts';
import { WaitingRequests } from '../waiting-requests.ts';
import { evmDialect } from './evm-dialect.ts';
import { type EvmDependencies, evmMethods } from './evm-methods.ts';
import { evmPage } from './evm-page.ts';
import { requestLimits } from './limits.ts';

/**
 * The EVM-compatible JSON-RPC interface: eth_, net_, web3_, txpool_, debug_, qor_, and the namespaces of development.
 *
 *     client ── HTTP ──────> HttpServer ──────┐
 *       │                                     v
 *       └── WebSocket, Unix socket ──> WebSocketHub ──> Dispatch ──> Method.run ──> chain, pool, engine
 *                                             │
 *                           evmDialect, toEthError, maxResponse …
 *
 * 1. The server (`rpc/server`) decides who is served: connection and rate limits, hosts, origins, size of the body.
 * 2. The dispatcher (`rpc/dispatch`) parses the request or batch, finds the method by name and parses its parameters.
 * 3. The method, declared in `rpc/eth` and its siblings, returns a JSON value, or a promise of one. `evm-methods.ts`
 *    puts the namespaces together; `api.ts` removes those that the configuration does not name.
 * 4. What a method throws becomes a JSON-RPC error with the code and text that clients of go-ethereum expect
 *    (`evm-common/errors.ts`); an error in no table is logged and becomes -32603.
 *
 * Both ports serve HTTP and WebSocket, a Unix socket (`ipc`) JSON texts in a stream. Methods that execute code do so in threads of their own when it takes long
 * (`rpc/execution`); subscriptions send messages through the session of their connection (`eth/subscriptions`).
 */

/** The methods of the interface, for any transport. */
export type EvmService = {
  readonly dispatch: Dispatch;
  readonly page: (path: string) => HttpReply | undefined;
  /** Lets requests wait until `replace`. */
  hold(): void;
  /** Serves another network. */
  replace(dependencies: EvmRpcDependencies): void;
};

/** The running interface and its ports. */
export type EvmRpc = {
  readonly host: string;
  readonly port: number;
  readonly webSocketHost: string;
  readonly webSocketPort: number;
  /** the Unix socket; undefined without one */
  readonly localPath: string | undefined;
  /** Lets requests wait until `replace`. */
  hold(): void;
  /** Serves another network. WebSocket connections are closed: their subscriptions were to the one before. */
  replace(dependencies: EvmRpcDependencies): void;
  close(): Promise<void>;
};

type EvmRpcDependencies = Omit<EvmDependencies, 'limits'>;

type EvmRpcHooks = Pick<DispatcherDependencies, 'onUnexpected' | 'metrics'>;

/** milliseconds between two requests */
const idleTimeoutMs = 120_000;

/** Makes the methods of the EVM interface, without a server. */
export function serveEvm(
  options: JsonRpcOptions,
  dependencies: EvmRpcDependencies,
  hooks: EvmRpcHooks,
  mainThread: MainThread,
): EvmService {
  const methodsOf = (parts: EvmRpcDependencies) =>
    evmMethods({ ...parts, limits: requestLimits(options) }, options.api);
  const table = new MethodTable(methodsOf(dependencies));
  let current = dependencies;
  return {
    dispatch: dispatchOf(table, options, hooks, mainThread),
    page: (path) => evmPage(current, path),
    hold: () => table.hold(),
    replace: (next) => {
      current = next;
      table.replace(methodsOf(next));
    },
  };
}

/** Serves HTTP and WebSocket on both ports. Rejects when it cannot listen. */
export async function openEvmRpc(
  options: JsonRpcOptions,
  dependencies: EvmRpcDependencies,
  hooks: EvmRpcHooks,
  rules: ConnectionRules,
  service: EvmService = serveEvm(options, dependencies, hooks, rules.mainThread),
): Promise<EvmRpc> {
  const { dispatch, page } = service;
  const limiter = createRateLimiter(options);
  const access = createAccess('json-rpc', options, rules.hosts, dependencies.node.development !== undefined);
  const hubOptions = { ...webSocketLimits(options, options['max-open-connections']), access, rules, limiter };
  const sockets = new WebSocketHub(hubOptions, dispatch);
  const serverParts = {
    dispatch,
    sockets,
    access,
    rules,
    limiter,
    page,
  };
  const { http, webSocket, local } = await openAll(options, serverParts, sockets).catch((error: unknown) => {
    sockets.close();
    throw error;
  });
  return {
    host: http.host,
    port: http.port,
    webSocketHost: webSocket.host,
    webSocketPort: webSocket.port,
    localPath: local?.path,
    hold: () => service.hold(),
    replace: (next) => {
      service.replace(next);
      sockets.endSubscriptions('the network was replaced');
    },
    close: async () => {
      sockets.close();
      await Promise.all([http, webSocket, local].map((server) => server?.close()));
    },
  };
}

/** Both ports, and the Unix socket if there is to be one. */
async function openAll(options: JsonRpcOptions, dependencies: ServerDependencies, sockets: WebSocketHub) {
  const opened: { close(): Promise<void> }[] = [];
  const added = <S extends { close(): Promise<void> }>(server: S): S => {
    opened.push(server);
    return server;
  };
  const { ipc } = options;
  try {
    const local = ipc === '' ? undefined : added(await openLocalServer(ipc, sockets, dependencies.rules));
    const http = added(await openHttpServer(serverOptions(options, 'address'), dependencies));
    return { local, http, webSocket: await openHttpServer(serverOptions(options, 'ws-address'), dependencies) };
  } catch (error) {
    await Promise.all(opened.map((server) => server.close()));
    throw error;
  }
}

function dispatchOf(table: MethodTable, options: JsonRpcOptions, hooks: EvmRpcHooks, mainThread: MainThread): Dispatch {
  return createDispatch({
    mainThread,
    waiting: new WaitingRequests('json-rpc', options),
    get methods() {
      return table.methods;
    },
    get held() {
      return table.held;
    },
    dialect: evmDialect,
    limits: dispatchLimits(options),
    toFault: toEthError,
    ...hooks,
  });
}

function serverOptions(options: JsonRpcOptions, address: 'address' | 'ws-address'): ServerOptions {
  return { ...serverSettings('json-rpc', options), address: options[address], idleTimeoutMs };
}
