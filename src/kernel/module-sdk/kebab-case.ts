/** `unlockAll` → `unlock-all`, as commands are written. */
export function kebabCase(name: string): string {
  return name.replace(/[A-Z]+/g, (capitals, at: number) => `${at === 0 ? '' : '-'}${capitals.toLowerCase()}`);
}
