import type { EndBlockContext } from '../../kernel/module.ts';
import type { CheckContext } from '../../kernel/module-sdk/call.ts';
import type { ModuleFault } from '../../kernel/module-sdk/fault.ts';
import type { AbiRecord } from '../../primitives/abi/value.ts';
import type { Address } from '../../primitives/address.ts';
import type { StateView, WorldState } from '../../state/types.ts';

type AuthorityCall = { readonly name: 'setParams' | 'spendTreasury'; readonly values: AbiRecord };

/** What this module needs of other modules; `modules/index.ts` provides it. */
export type Dependencies = {
  /** whether this module is the authority of the network */
  holdsOffice(state: StateView): boolean;
  /** Makes this module the authority of a new network whose genesis names none. */
  takeOffice(state: WorldState): void;
  /** address and data of a call of the authority */
  messageOf(call: AuthorityCall): { readonly to: Address; readonly data: Uint8Array };
  /** why the authority would reject the call now */
  faultOf(context: CheckContext, call: AuthorityCall): ModuleFault | undefined;
  /** uqor that an account has bonded with validators of the active set */
  activeStakeOf(state: StateView, account: Address): bigint;
  /** uqor of stake that all can vote with at least: what is bonded with them, and locked xQORE */
  votingStake(state: StateView): bigint;
  /** uqor of stake that the xQORE of an account count, as far as they were locked before the vote began */
  lockedVotesOf(state: StateView, account: Address, vote: { readonly began: number; readonly now: number }): bigint;
  /** Keeps the xQORE of an account locked until a vote is over. */
  holdForVote(state: WorldState, account: Address, until: number): void;
  /** Time between undelegating and being paid: stake that has voted cannot vote again earlier. */
  unbondingSeconds(state: StateView): number;
  /** Destroys wei of an account and counts them. */
  burnCoins(context: EndBlockContext, from: Address, wei: bigint, source: 'veto'): void;
  /** Counts the first vote of an account on a proposal for the reputation of the validator it operates. */
  countVote(state: WorldState, account: Address): void;
};
