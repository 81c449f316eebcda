import { grouped } from './amounts.ts';

/** `1 block`, `2 blocks`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${grouped(count)} ${count === 1 ? one : many}`;
}
