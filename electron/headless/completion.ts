// Scripts by which shells complete the command line: tables of what may stand where, made from the tree of commands.
import type { CommandFacts } from './tree-facts.ts';

export type CompletedShell = 'bash' | 'zsh' | 'fish';

const writers: Readonly<Record<CompletedShell, (facts: readonly CommandFacts[]) => string[]>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

/** The lines of the script. It works out at which command the words before the cursor are, and offers what may follow there. */
export function completionScript(shell: CompletedShell, facts: readonly CommandFacts[]): string[] {
  return writers[shell](facts);
}

interface Offered {
  readonly word: string;
  readonly description: string;
}

function offeredAt({ inner, options, choices }: CommandFacts): Offered[] {
  return [
    ...inner.map(({ name, description }) => ({ word: name, description })),
    ...choices.map(word => ({ word, description: '' })),
    ...options.map(({ long, description }) => ({ word: long, description })),
  ];
}

/** `/servers/add`, the form in which the scripts keep track. */
const placeOf = ({ path }: CommandFacts) => (path === '' ? '' : `/${path.replaceAll(' ', '/')}`);
const placesOf = (facts: readonly CommandFacts[]) => facts.map(placeOf).filter(place => place !== '');
const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

function bashScript(facts: readonly CommandFacts[]): string[] {
  const cases = facts.map(one => {
    const words = offeredAt(one).map(({ word }) => word);
    return `    ${quote(placeOf(one))}) known=${quote(words.join(' '))} ;;`;
  });
  return [
    '# bash: eval "$(pilothouse completion bash)"',
    '_pilothouse() {',
    "  local at='' known='' word",
    '  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do',
    `    case "$at/$word" in ${placesOf(facts).join('|')}) at="$at/$word" ;; esac`,
    '  done',
    '  case "$at" in',
    ...cases,
    '  esac',
    '  COMPREPLY=($(compgen -W "$known" -- "${COMP_WORDS[COMP_CWORD]}"))',
    '}',
    // What is none of these words is a file, such as behind --file.
    'complete -o default -F _pilothouse pilothouse',
  ];
}

function zshScript(facts: readonly CommandFacts[]): string[] {
  // A colon parts a word from what is said of it.
  const described = ({ word, description }: Offered) => quote(`${word.replaceAll(':', '\\:')}:${description}`);
  const cases = facts.map(one => `    ${quote(placeOf(one))}) known=(${offeredAt(one).map(described).join(' ')}) ;;`);
  return [
    '#compdef pilothouse',
    '# zsh: eval "$(pilothouse completion zsh)", or this as a file _pilothouse in a folder of $fpath',
    '_pilothouse() {',
    "  local at='' word",
    '  local -a known',
    '  for word in "${(@)words[2,CURRENT-1]}"; do',
    `    case "$at/$word" in ${placesOf(facts).join('|')}) at="$at/$word" ;; esac`,
    '  done',
    '  case "$at" in',
    ...cases,
    '  esac',
    '  _describe -t commands pilothouse known || _files',
    '}',
    'if [[ "$funcstack[1]" == _pilothouse ]]; then _pilothouse "$@"; else compdef _pilothouse pilothouse; fi',
  ];
}

function fishScript(facts: readonly CommandFacts[]): string[] {
  // Within single quotes fish knows two escapes.
  const own = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
  const lines = facts.flatMap(one => {
    const here = `complete -c pilothouse -n "__pilothouse_at ${own(placeOf(one))}"`;
    return [
      ...one.inner.map(({ name, description }) => `${here} -f -a ${name} -d ${own(description)}`),
      ...one.choices.map(word => `${here} -f -a ${word}`),
      ...one.options.map(({ long, short, takesValue, description }) => {
        const names = `-l ${long.slice(2)}${short === null ? '' : ` -s ${short.slice(1)}`}`;
        return `${here} ${names}${takesValue ? ' -r' : ''} -d ${own(description)}`;
      }),
    ];
  });
  return [
    '# fish: pilothouse completion fish > ~/.config/fish/completions/pilothouse.fish',
    'function __pilothouse_at',
    "  set -l at ''",
    '  for word in (commandline -opc)[2..]',
    '    switch "$at/$word"',
    `      case ${placesOf(facts).join(' ')}`,
    '        set at "$at/$word"',
    '    end',
    '  end',
    '  test "$at" = "$argv[1]"',
    'end',
    ...lines,
  ];
}
