import * as z from 'zod';
import { listenAddressSetting } from '../primitives/settings.ts';

/** Section `[metrics]`. */
export const metricsOptions = z.strictObject({
  enable: z.boolean().default(false).describe('Serve Prometheus metrics at /metrics.'),
  address: listenAddressSetting.prefault('127.0.0.1:9464').describe('Where they are served, as host:port.'),
});

export type MetricsOptions = z.output<typeof metricsOptions>;
