import { measured, objectOf, oneOfTexts, text } from '../../../kernel/module-sdk/figures.ts';
import { QueryError, type QueryParam, query, textParam } from '../../../kernel/module-sdk/query.ts';
import { profileNames } from './profiles.ts';
import { maxUseCaseLength, suggestProfile } from './suggest-profile.ts';

const profile = oneOfTexts(profileNames);

export const suggestQueries = [
  query(
    'qor_suggestRollupProfile',
    'The rollup profile that fits a description best. Goes by fixed keywords and changes nothing.',
    [useCaseParam()],
    objectOf({
      suggested_profile: measured(profile),
      confidence: measured({ type: 'number', minimum: 0, maximum: 1 }, 'how clear the choice is; 0 for the default'),
      reasoning: measured(text, 'words it went by, and what the profile means'),
      alternative_profile: measured(profile, 'second choice'),
      profile: measured(profile, 'the same as suggested_profile'),
    }),
    (_, useCase) => {
      const suggestion = suggestProfile(useCase);
      return {
        suggested_profile: suggestion.profile,
        confidence: suggestion.percent / 100, // floating point only here; the scoring uses integers
        reasoning: suggestion.reasoning,
        alternative_profile: suggestion.alternative,
        profile: suggestion.profile,
      };
    },
  ),
];

function useCaseParam(): QueryParam<string> {
  const param = textParam(
    'useCase',
    `what the rollup is for, at most ${maxUseCaseLength} characters`,
    'a lending market',
  );
  return {
    ...param,
    schema: { ...param.schema, maxLength: maxUseCaseLength },
    parse: (json) => {
      const useCase = param.parse(json);
      if (useCase.length <= maxUseCaseLength) return useCase;
      throw new QueryError('invalid-parameter', `useCase: must have at most ${maxUseCaseLength} characters`);
    },
  };
}
