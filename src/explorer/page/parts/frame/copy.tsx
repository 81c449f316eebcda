import { useSignal } from '@preact/signals';

/** Copies a text. `what`: said to screen readers and shown on hover. */
export function Copy({ text, what, label }: { readonly text: string; readonly what: string; readonly label?: string }) {
  const copied = useSignal(false);
  const copy = async () => {
    await writeClipboard(text);
    copied.value = true;
    setTimeout(() => {
      copied.value = false;
    }, 1_500);
  };
  return (
    <button
      type="button"
      class="plain copy"
      title={`Copy ${what}`}
      aria-label={`Copy ${what}`}
      onClick={() => void copy()}
    >
      {copied.value ? '✓ copied' : <CopyIcon label={label} />}
    </button>
  );
}

/** Two sheets, drawn by the style sheet: a long list has three in each row. */
function CopyIcon({ label }: { readonly label: string | undefined }) {
  return (
    <>
      <span class="copy-icon" aria-hidden="true" />
      {label === undefined ? '' : ` ${label}`}
    </>
  );
}

/** The clipboard of the browser is closed to pages by plain http of another machine: there a selection is copied. */
async function writeClipboard(text: string): Promise<void> {
  if (navigator.clipboard !== undefined) return navigator.clipboard.writeText(text);
  const area = document.createElement('textarea');
  area.value = text;
  document.body.append(area);
  area.select();
  document.execCommand('copy');
  area.remove();
}
