import { Argument, Command } from 'commander';
import { PROGRAM } from './run-program.ts';

/*
 * `completion SHELL` prints a script that asks the program itself what may come next: the hidden command `complete` is given
 * the words of the line, the last of which may be unfinished, and answers with a candidate per line, a tab, and what it is.
 * Where it answers nothing, shells complete names of files.
 */

const FUNCTION = `_${PROGRAM.replaceAll('-', '_')}`;

/** By shell. They declare one function and nothing else, so that sourcing them twice does no harm. */
const SCRIPTS: Readonly<Record<string, string>> = {
  bash: `${FUNCTION}() {
  local candidates
  candidates=$(${PROGRAM} complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null | cut -f1)
  local IFS=$'\\n'
  COMPREPLY=($(compgen -W "$candidates" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F ${FUNCTION} ${PROGRAM}
`,
  zsh: `#compdef ${PROGRAM}
${FUNCTION}() {
  local line
  local -a candidates
  while IFS= read -r line; do
    candidates+=("\${\${line//:/\\\\:}/$'\\t'/:}")
  done < <(${PROGRAM} complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)
  if (( \${#candidates} )); then _describe ${PROGRAM} candidates; else _files; fi
}
compdef ${FUNCTION} ${PROGRAM}
`,
  fish: `function ${FUNCTION}
  set -l words (commandline -opc)
  ${PROGRAM} complete -- $words[2..-1] (commandline -ct) 2>/dev/null
end
complete -c ${PROGRAM} -a '(${FUNCTION})'
`,
};

/** `completion`, for people, and `complete`, which the scripts call. */
export function addCompletion(program: Command): void {
  program.addCommand(
    new Command('completion')
      .description('print a completion script for a shell')
      .addArgument(new Argument('<shell>', 'the shell').choices(Object.keys(SCRIPTS)))
      .action((shell: string) => void process.stdout.write(SCRIPTS[shell]!)),
  );
  program.addCommand(
    new Command('complete')
      .argument('[words...]')
      .allowUnknownOption()
      .action((words: string[]) => {
        for (const [name, description] of candidatesFor(program, words))
          process.stdout.write(`${name}\t${description}\n`);
      }),
    { hidden: true },
  );
}

type Candidate = readonly [name: string, description: string];

/** What may stand in the place of the last word: values of the option before it, options, or commands. */
function candidatesFor(program: Command, words: readonly string[]): Candidate[] {
  const unfinished = words.at(-1) ?? '';
  let command = program;
  for (const word of words.slice(0, -1))
    command = command.commands.find((each) => each.name() === word || each.aliases().includes(word)) ?? command;
  const option = command.options.find(({ long, short }) => [long, short].includes(words.at(-2)));
  const candidates = option?.required
    ? (option.argChoices ?? []).map((value): Candidate => [value, ''])
    : unfinished.startsWith('-')
      ? [...command.options.filter(({ hidden }) => !hidden)].map(
          ({ long, description }): Candidate => [long!, description],
        )
      : command
          .createHelp()
          .visibleCommands(command)
          .map((each): Candidate => [each.name(), each.description()]);
  return candidates.filter(([name]) => name.startsWith(unfinished));
}
