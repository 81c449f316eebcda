import type { ModuleFault } from '../../../kernel/module-sdk/fault.ts';
import { fault } from '../faults.ts';

/** Words a rollup is described by. Stored by position: new ones go to the end. */
export const profileNames = ['defi', 'gaming', 'nft', 'enterprise', 'custom'] as const;
export const settlementModes = ['optimistic', 'zk', 'based', 'sovereign'] as const;
export const sequencerModes = ['dedicated', 'shared', 'based'] as const;
export const proofSystems = ['fraud', 'snark', 'stark', 'none'] as const;
export const daBackends = ['native', 'celestia', 'both'] as const;
export const gasModels = ['standard', 'eip1559', 'flat', 'subsidized'] as const;
export const vmTypes = ['evm', 'cosmwasm', 'svm', 'custom'] as const;

export type ProfileName = (typeof profileNames)[number];
type SettlementMode = (typeof settlementModes)[number];
type SequencerMode = (typeof sequencerModes)[number];
type ProofSystem = (typeof proofSystems)[number];
type DaBackend = (typeof daBackends)[number];
type GasModel = (typeof gasModels)[number];
export type VmType = (typeof vmTypes)[number];

/** What a profile decides for a rollup. */
type Preset = {
  readonly settlement: SettlementMode;
  readonly proof: ProofSystem;
  readonly sequencer: SequencerMode;
  readonly da: DaBackend;
  /** milliseconds */
  readonly blockTimeMs: number;
  readonly gas: GasModel;
  readonly vm: VmType;
  /** transactions in one of its blocks */
  readonly maxTransactions: number;
};

export const presets: Readonly<Record<ProfileName, Preset>> = {
  defi: {
    settlement: 'zk',
    proof: 'snark',
    sequencer: 'dedicated',
    da: 'native',
    blockTimeMs: 500,
    gas: 'eip1559',
    vm: 'evm',
    maxTransactions: 10_000,
  },
  gaming: {
    settlement: 'based',
    proof: 'none',
    sequencer: 'based',
    da: 'native',
    blockTimeMs: 200,
    gas: 'flat',
    vm: 'custom',
    maxTransactions: 50_000,
  },
  nft: {
    settlement: 'optimistic',
    proof: 'fraud',
    sequencer: 'dedicated',
    da: 'native',
    blockTimeMs: 2_000,
    gas: 'standard',
    vm: 'cosmwasm',
    maxTransactions: 5_000,
  },
  enterprise: {
    settlement: 'based',
    proof: 'none',
    sequencer: 'based',
    da: 'native',
    blockTimeMs: 1_000,
    gas: 'subsidized',
    vm: 'evm',
    maxTransactions: 20_000,
  },
  custom: {
    settlement: 'optimistic',
    proof: 'fraud',
    sequencer: 'dedicated',
    da: 'native',
    blockTimeMs: 1_000,
    gas: 'standard',
    vm: 'evm',
    maxTransactions: 10_000,
  },
};

const proofsOf: Readonly<Record<SettlementMode, readonly ProofSystem[]>> = {
  optimistic: ['fraud'],
  zk: ['snark', 'stark'],
  based: ['none'],
  sovereign: ['none'],
};

/** Why a settlement mode is not allowed with that proof system or that sequencer, or undefined. */
export function combinationFault(
  settlement: SettlementMode,
  proof: ProofSystem,
  sequencer: SequencerMode,
): ModuleFault | undefined {
  const allowed = proofsOf[settlement];
  if (!allowed.includes(proof)) return fault.unknownSettlementMode(`${settlement} takes ${allowed.join(' or ')}`);
  return settlement === 'based' && sequencer !== 'based' ? fault.basedSequencerRequired() : undefined;
}

/** Whether the text is one of the words. */
export function isOneOf<W extends string>(words: readonly W[], word: string): word is W {
  return words.some((known) => known === word);
}

/** The virtual machine of that name; clients also write `native` for cosmwasm. */
export function vmNamed(name: string): VmType | undefined {
  const wire = name === 'native' ? 'cosmwasm' : name;
  return isOneOf(vmTypes, wire) ? wire : undefined;
}
