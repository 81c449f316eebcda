import { percentText } from '../../lib/text/decimals.ts';

type Props = { readonly share: number; readonly text?: string };

/** A part of a whole (0 to 1) as a bar, with the same value as text: in percent, unless there is more to say. */
export function ShareBar({ share, text = percentText(String(share)) }: Props) {
  return (
    <div class="share">
      <div class="bar" aria-hidden="true">
        <span style={{ width: `${Math.max(0, Math.min(1, share)) * 100}%` }} />
      </div>
      <span class="number">{text}</span>
    </div>
  );
}
