import type { Address } from '../../primitives/address.ts';
import type { StateView, WorldState } from '../../state/contract.ts';
import { type Codec, CodecError } from '../codec/codec.ts';
import type { Network } from '../network.ts';
import { recordsOf, type SingleRecord } from './record.ts';

/** Parameters of a module: set in genesis, changed by the authority. */
export type ModuleParams<P> = {
  readonly codec: Codec<P>;
  readonly defaults: P;
  get(state: StateView): P;
  /** Throws a CodecError and changes nothing when the parameters contradict each other. */
  set(state: WorldState, params: P): void;
  /** Defaults of a network: a development network uses short intervals, so that a person sees them move. */
  defaultsFor(network: Network): P;
  readonly record: SingleRecord<P>;
};

/** What a declaration of parameters says. `check` names what is wrong, or answers undefined. */
export type ParamsDeclaration<P> = {
  readonly codec: Codec<P>;
  readonly defaults: P;
  readonly development?: Partial<P>;
  readonly mainnet?: Partial<P>;
  readonly check?: (params: P) => string | undefined;
};

/** Table number of every module's parameters. */
export const paramsRecordNumber = 0;

/** Makes the parameters of the module at `owner`. */
export function paramsOf<P extends object>(owner: Address, declaration: ParamsDeclaration<P>): ModuleParams<P> {
  const { codec, defaults, check = () => undefined } = declaration;
  const record = recordsOf(owner).single(paramsRecordNumber, 'params', 'Parameters of the module.', codec, defaults);
  return {
    codec,
    defaults,
    record,
    get: record.get,
    set: (state, params) => {
      const wrong = check(params);
      if (wrong !== undefined) throw new CodecError(wrong, 'params');
      record.set(state, params);
    },
    defaultsFor: (network) => ({
      ...defaults,
      ...(network === 'dev' ? declaration.development : {}),
      ...(network === 'mainnet' ? declaration.mainnet : {}),
    }),
  };
}
