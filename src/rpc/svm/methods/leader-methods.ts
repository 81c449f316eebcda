import type { ChainReader } from '../../../chain/types.ts';
import type { Address } from '../../../primitives/address.ts';
import { define } from '../../dispatch/define.ts';
import { withoutText } from '../../execution/long-texts.ts';
import type { Methods, Param } from '../../method.ts';
import { mapValue, type ParamType } from '../../params/param-type.ts';
import { withContext } from '../context.ts';
import type { SvmDependencies } from '../dependencies.ts';
import { invalidParams } from '../errors.ts';
import { epochOf, Leaders } from '../leaders.ts';
import {
  type ContextOptions,
  contextMembers,
  contextOptionsOf,
  contextParam,
  headFor,
  optionsParam,
} from '../params/context-options.ts';
import { type Key, keyType } from '../params/keys.ts';
import { slotOrType, slotParam } from '../params/slot-range.ts';
import { type OptionsOf, optionalParam, optionsType, structType, u64Type } from '../params/svm-type.ts';
import { contextOf, listOf, object, orNull, text } from '../schemas.ts';

const maxLeaders = 5_000;

const identityMembers = { ...contextMembers, identity: keyType };
type IdentityOptions = ContextOptions & { readonly identity: Key | undefined };

function identityOptionsOf({ identity, ...context }: OptionsOf<typeof identityMembers>): IdentityOptions {
  return { ...contextOptionsOf(context), identity };
}

const identityType = mapValue(optionsType(identityMembers), identityOptionsOf);

const epochSlotParam: Param<number | bigint | IdentityOptions | undefined> = optionalParam(
  'slot',
  'A slot of the epoch, or the options in its place; the newest slot when left out.',
  slotOrType(identityType),
  undefined,
);

/** `{firstSlot, lastSlot?}` */
const rangeType: ParamType<{ readonly first: number; readonly last: number | undefined }> = {
  parse: (json) => {
    const { firstSlot } = structType({ firstSlot: u64Type }).parse(json);
    const { lastSlot } = optionsType({ lastSlot: u64Type }).parse(json);
    return { first: Number(firstSlot), last: lastSlot === undefined ? undefined : Number(lastSlot) };
  },
  schema: { ...optionsType({ firstSlot: u64Type, lastSlot: u64Type }).schema, required: ['firstSlot'] },
};

const productionOptionsParam = optionsParam(
  mapValue(optionsType({ ...identityMembers, range: rangeType }), ({ range, ...options }) => ({
    ...identityOptionsOf(options),
    first: range?.first,
    last: range?.last,
  })),
  'Options: identity, range {firstSlot, lastSlot}, commitment.',
);

/** Leaders: the proposers of blocks. */
export function leaderMethods(dependencies: SvmDependencies): Methods {
  const { chain, executor } = dependencies;
  const leaders = new Leaders(dependencies);
  return {
    getSlotLeader: define('Proposer of the newest block, in base58.', [contextParam], text, ([options]) =>
      leaders.identityOf(headFor(chain, options).miner),
    ),
    getSlotLeaders: define(
      `Leaders of the slots from a slot on, at most ${maxLeaders}.`,
      [slotParam('startSlot', 'The first slot.'), slotParam('limit', 'How many.')],
      listOf(text),
      ([start, limit]) => {
        if (limit > maxLeaders) throw invalidParams(`Invalid limit; max ${maxLeaders}`);
        const slots = Array.from({ length: Number(limit) }, (_, i) => leaders.leaderOf(Number(start) + i));
        const identities = new Map([...new Set(slots)].map((leader) => [leader, leaders.identityOf(leader)]));
        return slots.map((leader) => identities.get(leader) ?? null);
      },
    ),
    getLeaderSchedule: define(
      'Slots of each leader in the current epoch, counted from its first slot; null for other epochs.',
      [epochSlotParam, optionsParam(identityType, 'Options: identity, commitment.')],
      orNull(object),
      ([slotOrOptions, options], call) => {
        const slot = typeof slotOrOptions === 'object' ? undefined : slotOrOptions;
        const { identity } = typeof slotOrOptions === 'object' ? slotOrOptions : options;
        const head = chain.head().number;
        if (epochOf(chain, Number(slot ?? head)).epoch !== epochOf(chain, head).epoch) return null;
        return executor.texts.make(() => leaders.schedule(identity?.text), call);
      },
    ),
    getBlockProduction: define(
      'Slots and blocks of each leader in the current epoch: every slot has a block.',
      [productionOptionsParam],
      contextOf(object),
      ([options], call) => {
        headFor(chain, options);
        return executor.texts.make(() => productionText(chain, leaders, options), call);
      },
    ),
  };
}

type ProductionOptions = IdentityOptions & { readonly first: number | undefined; readonly last: number | undefined };

function* productionText(chain: ChainReader, leaders: Leaders, options: ProductionOptions): Iterable<string> {
  const { first: start, made } = yield* withoutText(leaders.proposersInEpoch());
  const head = headFor(chain, options).number;
  const range = { firstSlot: options.first ?? start, lastSlot: options.last ?? head };
  requireRange(range, start, head);
  const blocks = new Map<Address, number>();
  for (const maker of made.slice(range.firstSlot - start, range.lastSlot - start + 1))
    blocks.set(maker, (blocks.get(maker) ?? 0) + 1);
  const byIdentity: Record<string, readonly number[]> = {};
  for (const [maker, own] of blocks) {
    const identity = leaders.identityOf(maker);
    const count = (byIdentity[identity]?.[0] ?? 0) + own; // operators may state the same node
    if (options.identity === undefined || options.identity.text === identity) byIdentity[identity] = [count, count];
  }
  yield withContext(head, { byIdentity, range }).text;
}

function requireRange(
  { firstSlot, lastSlot }: { firstSlot: number; lastSlot: number },
  min: number,
  max: number,
): void {
  if (firstSlot < min) throw invalidParams(`firstSlot, ${firstSlot}, is too small; min ${min}`);
  if (lastSlot > max) throw invalidParams(`lastSlot, ${lastSlot}, is too large; max ${max}`);
  if (lastSlot < firstSlot) {
    throw invalidParams(`lastSlot, ${lastSlot}, cannot be less than firstSlot, ${firstSlot}`);
  }
}
