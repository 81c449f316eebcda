import { selectorOf } from '../../primitives/abi/selector.ts';
import { headSize } from '../../primitives/abi/type.ts';
import type { Address } from '../../primitives/address.ts';
import { faultError } from '../../primitives/fault-error.ts';
import type { Hex } from '../../primitives/hex.ts';
import type { StateView, WorldState } from '../../state/types.ts';
import type { BlockEnvironment, InnerCall, Log, NestedResult } from '../engine.ts';
import type { ModuleFault } from './fault.ts';
import { abiFields, exampleWords, type Fields, type ValuesOf } from './field.ts';
import type { GasMeter } from './gas-meter.ts';

/** Thrown by a call's `run` for a fault that is only found while it runs; all its changes are undone. */
export class ModuleCallError extends faultError('ModuleCallError', ({ reason }: ModuleFault) => reason) {}

/** The context of a call's check, which is read-only. */
export type CheckContext = {
  readonly state: StateView;
  readonly block: BlockEnvironment;
  /** the address that is called: one of the module's */
  readonly self: Address;
  readonly caller: Address;
  /** wei sent along */
  readonly value: bigint;
  /** whether the caller requests this by a hybrid transaction of its own */
  readonly isHybrid: boolean;
};

/** The context of a call that only reads. */
export type ViewContext = CheckContext & {
  /** takes gas for work whose cost is known only while it is done */
  readonly gas: GasMeter;
};

/** The context of a call's effect. */
export type CallContext = ViewContext & {
  readonly state: WorldState;
  emit(log: Log): void;
  /** Runs EVM code at once. The call charges `gasUsed` to `gas` itself. */
  callEvm(call: InnerCall): NestedResult;
};

/** A call of a module, as it is declared once: precompile, Solidity interface, command line and docs follow from it. */
export type ModuleCall<I extends Fields = Fields, O extends Fields = Fields> = {
  readonly name: string;
  readonly selector: Hex;
  readonly doc: string;
  readonly inputs: I;
  readonly outputs: O;
  /** gas in addition to the EVM's price of a call */
  readonly gas: bigint;
  /** gas for each byte of the arguments beyond those that `gas` covers */
  readonly gasPerByte: bigint;
  readonly coveredBytes: number;
  /** reads only: may be called inside STATICCALL, has no command of its own under `tx` */
  readonly isView: boolean;
  readonly isPayable: boolean;
  /** meant for contracts only: a documented signature that has no command of its own */
  readonly isCommand: boolean;
  /** arguments for an example in help and docs, as they are typed on the command line */
  readonly example: readonly string[];
  fault(context: CheckContext, inputs: ValuesOf<I>): ModuleFault | undefined;
  run(context: CallContext, inputs: ValuesOf<I>): ValuesOf<O>;
};

/** What the effect of a call returns: nothing where it has no outputs. */
// biome-ignore lint/suspicious/noConfusingVoidType: an effect whose last step returns nothing is one, too
type ResultOf<O extends Fields> = keyof O extends never ? void : ValuesOf<O>;

type CallDeclaration<I extends Fields, O extends Fields> = {
  readonly doc: string;
  readonly inputs: I;
  readonly outputs?: O;
  readonly gas: bigint;
  /** gas for each byte of the arguments; by default some gas for each byte beyond the least length of the arguments */
  readonly gasPerByte?: bigint;
  readonly isPayable?: boolean;
  readonly isCommand?: boolean;
  /** placeholders for the arguments, where they say more than the type */
  readonly example?: readonly string[];
  /** Pure; called before `run`, by gas estimation and by the command line. */
  readonly fault?: (context: CheckContext, inputs: ValuesOf<I>) => ModuleFault | undefined;
};

/** A call that changes state. */
export function call<const I extends Fields, const O extends Fields = Record<never, never>>(
  name: string,
  declaration: CallDeclaration<I, O> & { readonly run: (context: CallContext, inputs: ValuesOf<I>) => ResultOf<O> },
): ModuleCall<I, O> {
  const run = (context: CallContext, inputs: ValuesOf<I>) => (declaration.run(context, inputs) ?? {}) as ValuesOf<O>;
  return { ...common(name, declaration), isView: false, run };
}

/** A call that only reads. */
export function view<const I extends Fields, const O extends Fields>(
  name: string,
  declaration: CallDeclaration<I, O> & { readonly run: (context: ViewContext, inputs: ValuesOf<I>) => ValuesOf<O> },
): ModuleCall<I, O> {
  return { ...common(name, declaration), isView: true, run: declaration.run };
}

/**
 * Gas for each byte of texts, bytes and lists, and of data after the arguments, unless a call declares another price.
 */
const defaultGasPerByte = 8n;

function common<I extends Fields, O extends Fields>(name: string, declaration: CallDeclaration<I, O>) {
  return {
    name,
    selector: selectorOf({ name, inputs: abiFields(declaration.inputs) }),
    doc: declaration.doc,
    inputs: declaration.inputs,
    outputs: declaration.outputs ?? ({} as O),
    gas: declaration.gas,
    gasPerByte: declaration.gasPerByte ?? defaultGasPerByte,
    coveredBytes: declaration.gasPerByte === undefined ? headBytes(declaration.inputs) : 0,
    isPayable: declaration.isPayable ?? false,
    isCommand: declaration.isCommand ?? true,
    example: declaration.example ?? exampleWords(declaration.inputs),
    fault: declaration.fault ?? (() => undefined),
  };
}

/** Least number of bytes of the arguments. */
function headBytes(inputs: Fields): number {
  return abiFields(inputs).reduce((size, { type }) => size + headSize(type), 0);
}
