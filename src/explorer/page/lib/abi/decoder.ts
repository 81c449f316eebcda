import { effect, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { loadModules } from '../modules/modules.ts';
import { knownContracts } from './abi-store.ts';
import type { Decoder } from './decode.ts';

const decoder = signal<Decoder | undefined>(undefined);
let isStarted = false;

/** The decoder of all known ABIs; undefined until its code and the modules have arrived. */
export function useDecoder(): Decoder | undefined {
  useEffect(() => {
    if (isStarted) return;
    isStarted = true;
    effect(() => {
      const contracts = knownContracts.value;
      void Promise.all([import('./decode.ts'), loadModules().catch(() => [])]).then(
        ([{ Decoder: Created }, modules]) => {
          decoder.value = new Created(modules, contracts);
        },
      );
    });
  }, []);
  return decoder.value;
}
