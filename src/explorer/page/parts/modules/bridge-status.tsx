import { formatUnits } from '../../lib/text/amounts.ts';
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

const millionths = (amount: string) => formatUnits(BigInt(amount), 6);

/** A bridged chain: whether it is open, its limits, what is locked there. */
export function BridgeStatusCard({ status }: { readonly status: BridgeStatus }) {
  const breaker = status.circuit_breaker;
  const limit = BigInt(status.daily_limit);
  const used = BigInt(breaker?.current_daily ?? 0);
  const share = limit === 0n ? 0 : Number((used * 10_000n) / limit) / 10_000;
  return (
    <Card title="Status">
      <Facts
        entries={[
          ['status', <StatusWord key="status" status={status.status} />],
          ['circuit breaker', breaker && <Breaker key="breaker" breaker={breaker} />],
          ['kind', <Foreign key="kind" text={status.chain_type} />],
          [
            'contract there',
            status.bridge_contract === '' ? (
              'none yet'
            ) : (
              <Id key="contract" id={status.bridge_contract} what="contract" whole />
            ),
          ],
          ['confirmations', `${status.min_confirmations} blocks of that chain`],
          ['assets', <Foreign key="assets" text={status.supported_assets.join(', ')} most={300} />],
          ['most at once', millionths(status.max_single_transfer)],
          [
            'today',
            <ShareBar
              key="today"
              share={share}
              text={`${millionths(String(used))} of ${millionths(status.daily_limit)}, ${percentText(String(share))}`}
            />,
          ],
          [
            'day began in',
            breaker && breaker.last_reset_height > 0 ? <BlockLink height={breaker.last_reset_height} /> : undefined,
          ],
          [
            'locked there',
            status.locked.length === 0
              ? 'nothing'
              : status.locked.map(({ asset, total_locked: total }) => `${millionths(total)} ${asset}`).join(', '),
          ],
          [
            'minted here',
            status.locked.length === 0
              ? 'nothing'
              : status.locked.map(({ asset, total_minted: total }) => `${millionths(total)} ${asset}`).join(', '),
          ],
          [
            'limits of assets',
            status.asset_limits
              ?.map(
                ({ asset, max_single_transfer, daily_limit, current_daily }) =>
                  `${asset}: ${millionths(max_single_transfer)} at once, ${millionths(current_daily)} of ${millionths(daily_limit)} today`,
              )
              .join('; '),
          ],
        ]}
      />
    </Card>
  );
}

function Breaker({ breaker }: { readonly breaker: NonNullable<BridgeStatus['circuit_breaker']> }) {
  if (!breaker.paused) return <span class="badge good">✓ closed: transfers go on</span>;
  return (
    <span class="badge bad wrap-badge">
      ✗ tripped: <Foreign text={breaker.paused_reason ?? ''} />
    </span>
  );
}
