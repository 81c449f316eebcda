import { shortened } from '../../lib/accounts/accounts.ts';
import type { Row } from '../../lib/modules/records.ts';
import { alikeOperators, findByConsensus, type Validator } from '../../lib/modules/validators.ts';
import type { Hex } from '../../lib/node/types.ts';
import { looksNative } from '../../lib/text/look-alikes.ts';
import { Foreign } from './foreign.tsx';

type Props = { readonly validator: Row<Validator>; readonly all: readonly Row<Validator>[] };

/** The name that a validator has chosen; marked when it can be taken for that of another one, or of the chain. */
export function Moniker({ validator: { key, value }, all }: Props) {
  const operator = key[0] ?? '';
  const isAlike = alikeOperators(all).has(operator);
  return (
    <>
      <Foreign text={value.moniker || '(no name)'} most={40} />
      {(isAlike || looksNative(value.moniker)) && (
        <>
          {' '}
          <span class="badge warn" title={`Names are free to choose. The operator of this one is ${operator}.`}>
            ⚠ {isAlike ? 'another has this name too' : 'not the chain’s own'}
          </span>{' '}
          <span class="mono hint">{shortened(operator)}</span>
        </>
      )}
    </>
  );
}

type ConsensusProps = { readonly address: Hex; readonly all: readonly Row<Validator>[] };

/** The name of the validator whose key signs under an address; else the address. */
export function MonikerOfConsensus({ address, all }: ConsensusProps) {
  const found = findByConsensus(address, all);
  return found === undefined ? <span class="mono">{shortened(address)}</span> : <Moniker validator={found} all={all} />;
}
