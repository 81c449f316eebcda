import { profileKeywords } from './profile-keywords.ts';
import { type ProfileName, presets, profileNames } from './profiles.ts';

type ProfileSuggestion = {
  readonly profile: ProfileName;
  readonly alternative: ProfileName;
  /** how clear the choice is, from 0 (no keyword) to 99 */
  readonly percent: number;
  readonly reasoning: string;
};

/** Longest description, in characters. */
export const maxUseCaseLength = 4_000;
/** Suffixes with which a keyword is still recognised. */
const endings = ['', 's', 'es', 'er', 'ers', 'ed', 'ing'];
/** Weight at which a choice without a rival has a confidence of one half. */
const halfConfidenceWeight = 2;

/**
 * The profile whose keywords weigh most in the description, each counted once; `defi` when none occurs. The earlier
 * profile of the list wins a tie.
 */
export function suggestProfile(useCase: string): ProfileSuggestion {
  const text = normalized(useCase);
  const ranked = profileNames.map((name) => rate(name, text)).sort((left, right) => right.weight - left.weight);
  const [best, second] = ranked;
  if (best === undefined || best.weight === 0)
    return { profile: 'defi', alternative: 'custom', percent: 0, reasoning: `${fallbackReason} ${trait('defi')}` };
  const rival = second?.weight ?? 0;
  const alternative = second !== undefined && rival > 0 ? second.name : neighbourOf(best.name);
  return {
    profile: best.name,
    alternative,
    percent: Math.floor((100 * best.weight) / (best.weight + rival + halfConfidenceWeight)),
    reasoning: `The description speaks of ${best.found.join(', ')}. ${trait(best.name)}`,
  };
}

const fallbackReason = 'Nothing in the description points to a profile, so this is the default.';

/** The description as words in lower case, with one space before, between and after them. */
function normalized(useCase: string): string {
  return ` ${useCase
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
    .join(' ')} `;
}

function rate(name: ProfileName, text: string): { name: ProfileName; weight: number; found: string[] } {
  const found = Object.entries(profileKeywords[name]).filter(([keyword]) =>
    endings.some((ending) => text.includes(` ${keyword}${ending} `)),
  );
  return { name, weight: found.reduce((sum, [, weight]) => sum + weight, 0), found: found.map(([keyword]) => keyword) };
}

/** Second choice when the description names no other. */
function neighbourOf(profile: ProfileName): ProfileName {
  return profile === 'custom' ? 'defi' : 'custom';
}

function trait(profile: ProfileName): string {
  const { settlement, proof, sequencer, blockTimeMs, gas, vm } = presets[profile];
  const proven = proof === 'none' ? 'no proofs' : `${proof} proofs`;
  const setUp = `${settlement} settlement with ${proven}, a ${sequencer} sequencer, blocks every ${blockTimeMs} ms`;
  return `Profile ${profile}: ${setUp}, ${gas} gas, ${vm} machine.`;
}
