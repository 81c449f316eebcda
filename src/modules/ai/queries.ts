import { each, integer, measured, objectOf, parameter, text } from '../../kernel/module-sdk/figures.ts';
import { query } from '../../kernel/module-sdk/query.ts';
import { formatDecimal } from '../../primitives/decimal/decimal.ts';
import { aiParams } from './params.ts';
import { countersRecord } from './records.ts';

export const aiQueries = [
  query(
    'qor_getAIStats',
    'What the assessment of transactions has counted, and its settings.',
    [],
    objectOf({
      txs_routed: measured(integer, 'transactions looked at'),
      ...each(['anomalies_detected', 'contracts_scored', 'txs_flagged'], measured(integer)),
      txs_rejected: measured(
        integer,
        'that this node did not take into its pool since its start (mempool.reject-risk-above, off by default); blocks never reject',
      ),
      fraud_detections: measured(integer),
      config: objectOf({
        anomaly_threshold: parameter(text),
        routing_strategy: parameter(
          text,
          'order of the transactions that fit the shares of their lanes: `reputation_weighted` by price, whatever the lane; `round_robin` one of each lane in turn, by priority',
        ),
        risk_threshold: parameter(text),
        max_tx_per_minute: parameter(integer),
      }),
    }),
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
