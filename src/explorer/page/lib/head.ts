import { signal } from '@preact/signals';
import { endpoints } from './endpoints.ts';
import { call, isReachable } from './rpc.ts';
import type { Header } from './types.ts';

/** The newest block's header. */
export type Head = Header & { readonly height: number };

export const head = signal<Head | undefined>(undefined);
/** Whether new blocks are announced by WebSocket; otherwise they are polled. */
export const isLive = signal(false);

const pollInterval = 2_000;
const retryInterval = 2_000;

function setHead(header: Header): void {
  if (head.peek()?.hash !== header.hash) head.value = { ...header, height: Number(header.number) };
}

async function readHead(): Promise<void> {
  try {
    setHead(await call<Header>('eth_getBlockByNumber', ['latest', false]));
  } catch {
    // `isReachable` says so; the next poll tries again
  }
}

/** Follows the chain as long as the page is open. */
export function followHead(): void {
  void readHead();
  connect();
  setInterval(() => {
    if (!isLive.peek() || !isReachable.peek()) void readHead();
  }, pollInterval);
}

function connect(): void {
  if (endpoints.ws === null) return;
  const socket = new WebSocket(endpoints.ws);
  socket.onopen = () => {
    socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_subscribe', params: ['newHeads'] }));
    void readHead();
  };
  socket.onmessage = ({ data }) => {
    const message: { readonly id?: number; readonly params?: { readonly result?: Header } } = JSON.parse(String(data));
    if (message.id === 1) isLive.value = true;
    const header = message.params?.result;
    if (header === undefined) return;
    isReachable.value = true;
    setHead(header);
  };
  socket.onclose = () => {
    isLive.value = false;
    void readHead();
    setTimeout(connect, retryInterval);
  };
}
