import * as z from 'zod';
import type { NodeUrls } from '#qord/node/banner.ts';

/** First message to a process of attackers: which attack, and where the node is. */
export type AttackRequest = { readonly name: string; readonly urls: NodeUrls };

/** Last message from it: the kinds of responses of the node, with counts. */
export type ResponseCounts = readonly (readonly [kind: string, count: number])[];

const url = z.string().optional();
const start = z.object({
  name: z.string(),
  urls: z.object({ explorer: url, http: url, webSocket: url, ipc: url, svm: url, svmWebSocket: url, metrics: url }),
});
const responseCounts = z.array(z.tuple([z.string(), z.number()]));

/** Parses the first message. Throws a ZodError for any other value. */
export function parseAttackRequest(message: unknown): AttackRequest {
  const { name, urls } = start.parse(message);
  const { explorer, http, webSocket, ipc, svm, svmWebSocket, metrics } = urls;
  return { name, urls: { explorer, http, webSocket, ipc, svm, svmWebSocket, metrics } };
}

/** Parses the last message. Throws a ZodError for any other value. */
export function parseResponseCounts(message: unknown): ResponseCounts {
  return responseCounts.parse(message);
}
