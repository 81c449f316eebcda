import { memoryUsage } from 'node:process';
import { define } from '../dispatch/define.ts';
import type { JsonSchema, Methods } from '../types.ts';

const bytes = { type: 'integer', minimum: 0 } as const;
const memorySchema: JsonSchema = {
  type: 'object',
  properties: { Alloc: bytes, HeapAlloc: bytes, HeapSys: bytes, HeapIdle: bytes, Sys: bytes },
};

/** Memory of the process in bytes, under the names of Go for what is the same here. */
export function memoryMethods(): Methods {
  return {
    debug_memStats: define('Memory of the node, in bytes.', [], memorySchema, () => {
      const { heapUsed, heapTotal, rss } = memoryUsage();
      return { Alloc: heapUsed, HeapAlloc: heapUsed, HeapSys: heapTotal, HeapIdle: heapTotal - heapUsed, Sys: rss };
    }),
  };
}
