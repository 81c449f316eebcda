import { withFigures } from '../../kernel/module-sdk/figures.ts';
import { query } from '../../kernel/module-sdk/query.ts';
import { formatDecimal } from '../../primitives/decimal/decimal.ts';
import { aiParams } from './params.ts';
import { countersRecord } from './records.ts';

const integer = { type: 'integer', minimum: 0 } as const;
const text = { type: 'string' } as const;

export const aiQueries = [
  query(
    'qor_getAIStats',
    'What the assessment of transactions has counted, and its settings.',
    [],
    withFigures(
      {
        type: 'object',
        properties: {
          txs_routed: { ...integer, description: 'transactions looked at' },
          anomalies_detected: integer,
          contracts_scored: integer,
          txs_flagged: integer,
          txs_rejected: {
            ...integer,
            description:
              'that this node did not take into its pool since its start (mempool.reject-risk-above, off by default); blocks never reject',
          },
          fraud_detections: integer,
          config: {
            type: 'object',
            properties: {
              anomaly_threshold: text,
              routing_strategy: {
                ...text,
                description:
                  'order of the transactions that fit the shares of their lanes: `reputation_weighted` by price, whatever the lane; `round_robin` one of each lane in turn, by priority',
              },
              risk_threshold: text,
              max_tx_per_minute: integer,
            },
          },
        },
      },
      {
        measured: [
          'txs_routed',
          'anomalies_detected',
          'contracts_scored',
          'txs_flagged',
          'txs_rejected',
          'fraud_detections',
        ],
        parameters: [
          'config.anomaly_threshold',
          'config.routing_strategy',
          'config.risk_threshold',
          'config.max_tx_per_minute',
        ],
      },
    ),
    ({ state }) => {
      const { anomaly_threshold, routing_strategy, risk_threshold, max_tx_per_minute } = aiParams.get(state);
      return {
        ...countersRecord.get(state),
        config: {
          anomaly_threshold: formatDecimal(anomaly_threshold),
          routing_strategy,
          risk_threshold: formatDecimal(risk_threshold),
          max_tx_per_minute,
        },
      };
    },
  ),
];
