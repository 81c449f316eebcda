/** What can follow some words of a command line; options of it begin with dashes. */
export type Row = { readonly words: string; readonly next: readonly string[] };

/** Names and options have letters, digits, dots and dashes: no shell reads anything into them. */
type Script = (rows: readonly Row[]) => string;

/**
 * The text that a shell takes for the completion of qord, by the name of the shell. In each of them the first row whose
 * words begin the line counts, the longest before others: what follows are arguments and values of options.
 */
export const completionScripts: ReadonlyMap<string, Script> = new Map([
  ['bash', bashScript],
  ['zsh', zshScript],
  ['fish', fishScript],
]);

function longestFirst(rows: readonly Row[]): readonly Row[] {
  return [...rows].sort((left, right) => right.words.length - left.words.length);
}

/** The cases of bash and zsh. */
function casesOf(rows: readonly Row[]): readonly string[] {
  return longestFirst(rows).map(({ words, next }) => `    '${words}'*) next='${next.join(' ')}' ;;`);
}

function bashScript(rows: readonly Row[]): string {
  return [
    '# Completion of qord for bash: source <(qord completion bash)',
    '_qord() {',
    "  local next='' word words=()",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a parameter of the shell
    '  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do [[ $word == -* ]] || words+=("$word"); done',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a parameter of the shell
    '  case "${words[*]}" in',
    ...casesOf(rows),
    '  esac',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a parameter of the shell
    '  mapfile -t COMPREPLY < <(compgen -W "$next" -- "${COMP_WORDS[COMP_CWORD]}")',
    '}',
    'complete -o default -F _qord qord',
  ].join('\n');
}

/** As a file `_qord` among the functions of zsh its first line names what it completes, and its last ones complete. */
function zshScript(rows: readonly Row[]): string {
  return [
    '#compdef qord',
    '# Completion of qord for zsh, after compinit: source <(qord completion zsh)',
    '_qord() {',
    "  local next='' word list=()",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a parameter of the shell
    '  for word in "${(@)words[2,CURRENT-1]}"; do [[ $word == -* ]] || list+=("$word"); done',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a parameter of the shell
    '  case "${list[*]}" in',
    ...casesOf(rows),
    '  esac',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a parameter of the shell
    '  compadd -- ${=next} || _files',
    '}',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a parameter of the shell
    'if [[ ${funcstack[1]} == _qord ]]; then _qord "$@"; else compdef _qord qord; fi',
  ].join('\n');
}

function fishScript(rows: readonly Row[]): string {
  const cases = longestFirst(rows).map(
    ({ words, next }) => `    case '${words}*'\n      string split ' ' -- '${next.join(' ')}'`,
  );
  return [
    '# Completion of qord for fish: qord completion fish | source',
    'function __qord_next',
    '  set -l words',
    '  for word in (commandline -opc)[2..-1]',
    "    string match -q -- '-*' $word; or set -a words $word",
    '  end',
    '  switch "$words"',
    ...cases,
    '  end',
    'end',
    "complete -c qord -a '(__qord_next)'",
  ].join('\n');
}
