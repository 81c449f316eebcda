import { chain, networkName } from '../../lib/node/chain.ts';
import { endpoints } from '../../lib/node/endpoints.ts';
import { AddToWallet } from '../forms/wallets.tsx';
import { Card, Facts } from '../frame/card.tsx';
import { Copy } from '../frame/copy.tsx';
import { Skeleton } from '../frame/states.tsx';

/** What a wallet needs to know of the network. */
export function NetworkFacts() {
  const facts = chain.value;
  const url = (text: string | null) =>
    text === null
      ? 'off'
      : [
          <span key="url" class="mono">
            {text}
          </span>,
          <Copy key="copy" text={text} what="URL" />,
        ];
  return (
    <Card title="For a wallet">
      <Facts
        entries={{
          network: facts === undefined ? <Skeleton /> : networkName(facts),
          'chain id': facts === undefined ? <Skeleton /> : `${facts.chainId} (0x${facts.chainId.toString(16)})`,
          currency: 'QOR, 18 decimals',
          'EVM, HTTP': url(endpoints.rpc),
          'EVM, WebSocket': url(endpoints.ws),
          'SVM, HTTP': url(endpoints.svm),
          wallet: <AddToWallet />,
        }}
      />
    </Card>
  );
}
