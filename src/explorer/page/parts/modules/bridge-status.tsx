import { formatMillionths, fractionOf } from '../../lib/text/amounts.ts';
import { percentText } from '../../lib/text/decimals.ts';
import { Card, Facts } from '../frame/card.tsx';
import { Foreign } from '../values/foreign.tsx';
import { BlockLink, Id } from '../values/ids.tsx';
import { ShareBar } from '../values/share-bar.tsx';
import { StatusWord } from './record-table.tsx';

/** qor_getBridgeStatus */
export type BridgeStatus = {
  readonly name: string;
  readonly chain_type: string;
  readonly status: string;
  readonly bridge_contract: string;
  readonly min_confirmations: number;
  readonly supported_assets: readonly string[];
  readonly max_single_transfer: string;
  readonly daily_limit: string;
  readonly locked: readonly { readonly asset: string; readonly total_locked: string; readonly total_minted: string }[];
  readonly asset_limits?: readonly {
    readonly asset: string;
    readonly max_single_transfer: string;
    readonly daily_limit: string;
    readonly current_daily: string;
  }[];
  readonly circuit_breaker?: {
    readonly paused: boolean;
    readonly paused_reason?: string;
    readonly current_daily: string;
    readonly last_reset_height: number;
  };
};

/** A bridged chain: whether it is open, its limits, what is locked there. */
export function BridgeStatusCard({ status }: { readonly status: BridgeStatus }) {
  const breaker = status.circuit_breaker;
  const limit = BigInt(status.daily_limit);
  const used = BigInt(breaker?.current_daily ?? 0);
  const share = fractionOf(used, limit);
  return (
    <Card title="Status">
      <Facts
        entries={{
          status: <StatusWord status={status.status} />,
          'circuit breaker': breaker && <Breaker breaker={breaker} />,
          kind: <Foreign text={status.chain_type} />,
          'contract there':
            status.bridge_contract === '' ? 'none yet' : <Id id={status.bridge_contract} what="contract" whole />,
          confirmations: `${status.min_confirmations} blocks of that chain`,
          assets: <Foreign text={status.supported_assets.join(', ')} most={300} />,
          'most at once': formatMillionths(status.max_single_transfer),
          today: (
            <ShareBar
              share={share}
              text={`${formatMillionths(used)} of ${formatMillionths(status.daily_limit)}, ${percentText(String(share))}`}
            />
          ),
          'day began in': breaker && breaker.last_reset_height > 0 && <BlockLink height={breaker.last_reset_height} />,
          'locked there': listOf(status.locked, ({ total_locked: total }) => total),
          'minted here': listOf(status.locked, ({ total_minted: total }) => total),
          'limits of assets': status.asset_limits
            ?.map(
              ({ asset, max_single_transfer, daily_limit, current_daily }) =>
                `${asset}: ${formatMillionths(max_single_transfer)} at once, ${formatMillionths(current_daily)} of ${formatMillionths(daily_limit)} today`,
            )
            .join('; '),
        }}
      />
    </Card>
  );
}

type Locked = BridgeStatus['locked'][number];

/** An amount of each asset. */
function listOf(locked: readonly Locked[], amountOf: (each: Locked) => string): string {
  if (locked.length === 0) return 'nothing';
  return locked.map((each) => `${formatMillionths(amountOf(each))} ${each.asset}`).join(', ');
}

function Breaker({ breaker }: { readonly breaker: NonNullable<BridgeStatus['circuit_breaker']> }) {
  if (!breaker.paused) return <span class="badge good">✓ closed: transfers continue</span>;
  return (
    <span class="badge bad wrap-badge">
      ✗ tripped: <Foreign text={breaker.paused_reason ?? ''} />
    </span>
  );
}
