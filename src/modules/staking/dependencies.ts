import type { PenaltyFor } from './slash.ts';
import type { RewardSettlement } from './stake.ts';

/** What this module needs of other modules; `modules/index.ts` provides it. */
export type Dependencies = { readonly rewards: RewardSettlement; readonly penaltyFor: PenaltyFor };
