import { readFileSync } from 'node:fs';

/** Bytes of address space that this process may still use; Infinity on systems without /proc. */
export function addressSpaceLeft(): number {
  try {
    const [, limit] = /^Max address space\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    if (limit === undefined) return Number.POSITIVE_INFINITY;
    const [, used] = /^VmSize:\s+(\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
    return Number(limit) - Number(used ?? 0) * 1024;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
