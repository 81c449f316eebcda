import { memoryUsage } from 'node:process';
import { define } from '../dispatch/define.ts';
import type { JsonSchema, Methods } from '../method.ts';
import { gcRecord } from './gc-stats.ts';

const bytes = { type: 'integer', minimum: 0 } as const;
const memorySchema: JsonSchema = {
  type: 'object',
  properties: { Alloc: bytes, HeapAlloc: bytes, HeapSys: bytes, HeapIdle: bytes, Sys: bytes },
};

const list = { type: 'array' } as const;
const gcSchema: JsonSchema = {
  type: 'object',
  properties: {
    LastGC: { type: 'string' },
    NumGC: bytes,
    PauseTotal: bytes,
    Pause: list,
    PauseEnd: list,
    PauseQuantiles: { type: 'null' },
  },
};

/** Memory of the process in bytes, under the names of Go for the figures that exist in Node, too. */
export function memoryMethods(): Methods {
  const collections = gcRecord();
  return {
    debug_gcStats: define(
      'Garbage collections since the start: number, total and latest pauses in nanoseconds, newest first.',
      [],
      gcSchema,
      () => collections.view(),
    ),
    debug_memStats: define('Memory of the node, in bytes.', [], memorySchema, () => {
      const { heapUsed, heapTotal, rss } = memoryUsage();
      return { Alloc: heapUsed, HeapAlloc: heapUsed, HeapSys: heapTotal, HeapIdle: heapTotal - heapUsed, Sys: rss };
    }),
  };
}
