import { Command } from 'commander';
import { VERSION } from '../version.ts';
import { COMMAND_GROUPS } from './help-texts.ts';
import { missingPackageSentence } from './missing-package.ts';
import { invalidOption, PROGRAM, runProgram } from './run-program.ts';

/** How to load each command. All are loaded, so that the help of the program lists them. */
type CommandLoaders = Readonly<Record<string, () => Promise<Command>>>;

/** The commands that need an index and nothing else. */
const COMMANDS: CommandLoaders = {
  query: async () => (await import('./query.ts')).queryCommand(),
  geocode: async () => (await import('./geocode.ts')).geocodeCommand(),
  serve: async () => (await import('./serve.ts')).serveCommand(),
  token: async () => (await import('./token.ts')).tokenCommand(),
  inspect: async () => (await import('./inspect.ts')).inspectCommand(),
  verify: async () => (await import('./verify.ts')).verifyCommand(),
};

/** The program with its commands. A command that needs a package that is not installed says so when it is used. */
export async function createProgram(further: CommandLoaders = {}): Promise<Command> {
  const program = new Command(PROGRAM)
    .description(
      'Address autocomplete, validation and (reverse) geocoding for the Netherlands, Belgium and Luxembourg, offline',
    )
    .version(VERSION)
    // So that a sub-command of a command has its options to itself.
    .enablePositionalOptions()
    .commandsGroup('Other:')
    .helpCommand(true);
  const order = Object.values(COMMAND_GROUPS).flat();
  const loaders = Object.entries({ ...further, ...COMMANDS }).sort(
    ([one], [other]) => order.indexOf(one) - order.indexOf(other),
  );
  for (const command of await Promise.all(loaders.map(([name, load]) => loadCommand(name, load)))) {
    program.addCommand(command);
  }
  program.addCommand(
    new Command('version').description('print the version').action(() => void process.stdout.write(`${VERSION}\n`)),
  );
  await addCompletion(program);
  return program;
}

/** `completion`: prints a script for a shell, which calls the hidden command `complete`. Must be added after all other commands. */
async function addCompletion(program: Command): Promise<void> {
  try {
    const { default: tab } = await import('@bomb.sh/tab/commander');
    tab(program, { completionCommandName: 'completion' });
  } catch (error) {
    const sentence = missingPackageSentence(error, 'completion');
    if (sentence === undefined) throw error;
    program.addCommand(unavailable('completion', sentence));
  }
  program.commands.find((each) => each.name() === 'completion')?.description('print a completion script for a shell');
}

async function loadCommand(name: string, load: () => Promise<Command>): Promise<Command> {
  try {
    return await load();
  } catch (error) {
    const sentence = missingPackageSentence(error, name);
    if (sentence === undefined) throw error;
    return unavailable(name, sentence);
  }
}

function unavailable(name: string, sentence: string): Command {
  return new Command(name)
    .description(sentence)
    .allowUnknownOption()
    .allowExcessArguments()
    .action(() => {
      throw invalidOption(sentence);
    });
}

if (process.argv[1] === import.meta.filename) await runProgram(await createProgram());
