import type { NodeUrls } from '../../node/banner.ts';

/** The URLs of a node, each as text: empty where it serves nothing. */
export function allUrls({
  explorer = '',
  http = '',
  webSocket = '',
  ipc = '',
  svm = '',
  svmWebSocket = '',
  metrics = '',
}: Partial<NodeUrls>): { readonly [Name in keyof NodeUrls]-?: string } {
  return { explorer, http, webSocket, ipc, svm, svmWebSocket, metrics };
}
