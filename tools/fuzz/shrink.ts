import type { Address } from '#qord/primitives/address.ts';
import { sender } from './generate-world.ts';
import type { Scenario, ScenarioAccount } from './scenario.ts';

/** A smaller scenario for which `isInteresting` still holds, found by leaving out whatever can be left out. */
export async function shrink(
  scenario: Scenario,
  isInteresting: (candidate: Scenario) => Promise<boolean>,
  attempts = 3_000,
): Promise<Scenario> {
  let smallest = scenario;
  let left = attempts;
  const tryOne = async (candidate: Scenario | undefined) => {
    if (candidate === undefined || left-- <= 0 || !(await isInteresting(candidate))) return false;
    smallest = candidate;
    return true;
  };
  let isShrinking = true;
  while (isShrinking && left > 0) {
    isShrinking = false;
    for (const simplify of simplifications) if (await tryOne(simplify(smallest))) isShrinking = true;
    for (const address of smallest.accounts.keys()) {
      if (await shrinkAccount(address, () => smallest, tryOne)) isShrinking = true;
    }
  }
  return smallest;
}

/** undefined when there is nothing of the kind to leave out. */
type Simplification = (scenario: Scenario) => Scenario | undefined;
const withTx = (scenario: Scenario, tx: Partial<Scenario['tx']>): Scenario => ({
  ...scenario,
  tx: { ...scenario.tx, ...tx } as Scenario['tx'],
});

const simplifications: readonly Simplification[] = [
  (it) => (it.blobs ? { ...it, blobs: undefined } : undefined),
  (it) => ('accessList' in it.tx && it.tx.accessList.length > 0 ? withTx(it, { accessList: [] }) : undefined),
  (it) => (it.tx.type === 4 && it.tx.authorizationList.length > 1 ? dropAuthorization(it, 0) : undefined),
  (it) => (it.tx.type === 4 && it.tx.authorizationList.length > 1 ? dropAuthorization(it, -1) : undefined),
  (it) => (it.tx.to !== undefined && it.tx.data.length > 0 ? withTx(it, { data: new Uint8Array(0) }) : undefined),
  (it) => (it.tx.value > 0n ? withTx(it, { value: 0n }) : undefined),
];

function dropAuthorization(scenario: Scenario, at: number): Scenario | undefined {
  if (scenario.tx.type !== 4) return undefined;
  return withTx(scenario, { authorizationList: scenario.tx.authorizationList.toSpliced(at, 1) });
}

type Attempt = (candidate: Scenario | undefined) => Promise<boolean>;

async function shrinkAccount(address: Address, current: () => Scenario, tryOne: Attempt): Promise<boolean> {
  if (address !== sender && (await tryOne(without(current(), address)))) return true;
  let isSmaller = await tryOne(replaceAccount(current(), address, (it) => dropStorage(it)));
  let size = current().accounts.get(address)?.program.length ?? 0;
  for (size = Math.ceil(size / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    const length = current().accounts.get(address)?.program.length ?? 0;
    for (let at = length - size; at > -size; at -= size) {
      const start = Math.max(at, 0);
      if (await tryOne(replaceAccount(current(), address, (it) => dropItems(it, start, size)))) isSmaller = true;
    }
  }
  return isSmaller;
}

function without(scenario: Scenario, address: Address): Scenario {
  return { ...scenario, accounts: new Map([...scenario.accounts].filter(([other]) => other !== address)) };
}

function replaceAccount(
  scenario: Scenario,
  address: Address,
  change: (account: ScenarioAccount) => ScenarioAccount | undefined,
): Scenario | undefined {
  const account = scenario.accounts.get(address);
  const changed = account && change(account);
  return changed && { ...scenario, accounts: new Map([...scenario.accounts, [address, changed]]) };
}

function dropStorage(account: ScenarioAccount): ScenarioAccount | undefined {
  return Object.keys(account.storage).length === 0 ? undefined : { ...account, storage: {} };
}

function dropItems(account: ScenarioAccount, start: number, count: number): ScenarioAccount | undefined {
  const program = account.program.toSpliced(start, count);
  return program.length === account.program.length ? undefined : { ...account, program };
}
