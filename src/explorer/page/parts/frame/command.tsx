import { commandText } from '../../lib/node/shell.ts';
import { Copy } from './copy.tsx';

type Props = {
  /** words behind the name of the program */
  readonly words: readonly string[];
  /** whether it talks to this node, so that it names the node */
  readonly isOfNode?: boolean;
};

/** A command of the program, whole: it works when it is pasted into a shell. */
export function Command({ words, isOfNode = true }: Props) {
  const text = commandText(words, isOfNode);
  return (
    <span class="command">
      <code>{text}</code>
      <Copy text={text} what="command" />
    </span>
  );
}

/** How to write a call of a module: what it takes is the user's to choose. */
export function CallHelp({ words }: Pick<Props, 'words'>) {
  return <Command words={['tx', ...words, '--help']} isOfNode={false} />;
}
