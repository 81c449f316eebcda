import { withFigures } from '../../../kernel/module-sdk/figures.ts';
import { QueryError, type QueryParam, query, textParam } from '../../../kernel/module-sdk/query.ts';
import { profileNames } from './profiles.ts';
import { maxUseCaseLength, suggestProfile } from './suggest-profile.ts';

const profile = { type: 'string', enum: profileNames } as const;

export const suggestQueries = [
  query(
    'qor_suggestRollupProfile',
    'The rollup profile that fits a description best. Goes by fixed keywords and changes nothing.',
    [useCaseParam()],
    withFigures(
      {
        type: 'object',
        properties: {
          suggested_profile: profile,
          confidence: {
            type: 'number',
            minimum: 0,
            maximum: 1,
            description: 'how clear the choice is; 0 for the default',
          },
          reasoning: { type: 'string', description: 'words it went by, and what the profile means' },
          alternative_profile: { ...profile, description: 'second choice' },
          profile: { ...profile, description: 'the same as suggested_profile' },
        },
      },
      { measured: ['suggested_profile', 'confidence', 'reasoning', 'alternative_profile', 'profile'] },
    ),
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
  const text = textParam(
    'useCase',
    `what the rollup is for, at most ${maxUseCaseLength} characters`,
    'a lending market',
  );
  return {
    ...text,
    schema: { ...text.schema, maxLength: maxUseCaseLength },
    parse: (json) => {
      const useCase = text.parse(json);
      if (useCase.length <= maxUseCaseLength) return useCase;
      throw new QueryError('invalid-parameter', `useCase: must have at most ${maxUseCaseLength} characters`);
    },
  };
}
