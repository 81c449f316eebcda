/** A part of a whole as a bar, with the same value as text. */
export function ShareBar({ share, text }: { readonly share: number; readonly text: string }) {
  return (
    <div class="share">
      <div class="bar" aria-hidden="true">
        <span style={{ width: `${Math.max(0, Math.min(1, share)) * 100}%` }} />
      </div>
      <span class="number">{text}</span>
    </div>
  );
}
