/** Where a question names its block: its height, its hash, or a tag is written there. */
const blockMark = '"@block"';

/** A request whose answer does not depend on how it is asked. */
export type Question = {
  /** the interface: EVM and qor_, or SVM */
  readonly face: 'eth' | 'svm';
  readonly method: string;
  /** JSON of the list of parameters; the block is a mark */
  readonly params: string;
  /** the block it is about; undefined: the newest, or none */
  readonly block: { readonly height: number; readonly hash: string; readonly takesHash: boolean } | undefined;
  /** whether the answer stays the same for ever, as long as the block stays */
  readonly isLasting: boolean;
};

/** The mark of the block in parameters. */
export const markOfBlock = blockMark;

/** The text of the request; the block by its number. */
export function requestOf(question: Question, id = 1): string {
  return withBlock(question, `"0x${(question.block?.height ?? 0).toString(16)}"`, id);
}

/** The same request with the block in another spelling, with a name of it. `head`: height of the newest block. */
export function spellings(question: Question, head: number): readonly (readonly [name: string, text: string])[] {
  const { block } = question;
  if (block === undefined || !question.params.includes(blockMark)) return [];
  const texts: [string, string][] = [];
  if (block.height === head) texts.push(['latest', '"latest"'], ['finalized', '"finalized"']);
  if (block.height === 0) texts.push(['earliest', '"earliest"']);
  if (block.takesHash) {
    texts.push(['block number in an object', `{"blockNumber":"0x${block.height.toString(16)}"}`]);
    texts.push(['block hash', `{"blockHash":"${block.hash}"}`], ['block hash as text', `"${block.hash}"`]);
  }
  return texts.map(([name, text]) => [name, withBlock(question, text, 1)]);
}

function withBlock({ method, params }: Question, block: string, id: number): string {
  return `{"jsonrpc":"2.0","id":${id},"method":"${method}","params":${params.replaceAll(blockMark, block)}}`;
}
