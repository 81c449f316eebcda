import { effect, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { loadModules } from '../modules/modules.ts';
import type { Decoder } from './decode.ts';
import { describedContracts } from './project-contracts.ts';

const decoder = signal<Decoder | undefined>(undefined);
let isStarted = false;

/** The decoder of all known ABIs; undefined until its code and the modules have arrived. */
export function useDecoder(): Decoder | undefined {
  useEffect(() => {
    if (isStarted) return;
    isStarted = true;
    effect(() => {
      const contracts = describedContracts.value;
      void Promise.all([import('./decode.ts'), loadModules().catch(() => [])]).then(
        ([{ Decoder: Created }, modules]) => {
          decoder.value = new Created(modules, contracts);
        },
      );
    });
  }, []);
  return decoder.value;
}
