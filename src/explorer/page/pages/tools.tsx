import { chain } from '../lib/node/chain.ts';
import { Faucet } from '../parts/forms/faucet.tsx';
import { Mining } from '../parts/forms/mining.tsx';
import { Rewinds } from '../parts/forms/rewinds.tsx';
import { Snapshots } from '../parts/forms/snapshots.tsx';
import { Card } from '../parts/frame/card.tsx';
import { Empty } from '../parts/frame/states.tsx';

/** Coins, blocks, time and snapshots of a development network. */
export function Tools() {
  const facts = chain.value;
  if (facts !== undefined && !facts.isDevelopment) {
    return <Empty>These tools exist on development networks only: nobody can make coins or move the time here.</Empty>;
  }
  return (
    <>
      <h1>
        Faucet and time <span class="badge warn">⚠ development tools</span>
      </h1>
      <p class="muted">They change the chain for everybody who uses this development network.</p>
      <div class="grid">
        <Card title="Faucet">
          <Faucet />
        </Card>
        <Card title="Blocks and time">
          <Mining />
        </Card>
      </div>
      <div class="grid">
        <Card title="Snapshots">
          <Snapshots />
        </Card>
        <Card title="Going back">
          <Rewinds />
        </Card>
      </div>
    </>
  );
}
