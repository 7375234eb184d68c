import { Command } from 'commander';
import { VERSION } from '../version.ts';
import { addCompletion } from './completion.ts';
import { COMMAND_GROUPS } from './help-texts.ts';
import { PROGRAM, runProgram } from './run-program.ts';

/** How to load each command. All are loaded, so that the help of the program lists them. */
type CommandLoaders = Readonly<Record<string, () => Promise<Command>>>;

/** The commands that need an index and nothing else. */
const COMMANDS: CommandLoaders = {
  query: async () => (await import('./query.ts')).queryCommand(),
  geocode: async () => (await import('./geocode.ts')).geocodeCommand(),
  export: async () => (await import('./export.ts')).exportCommand(),
  serve: async () => (await import('./serve.ts')).serveCommand(),
  token: async () => (await import('./token.ts')).tokenCommand(),
  inspect: async () => (await import('./inspect.ts')).inspectCommand(),
  verify: async () => (await import('./verify.ts')).verifyCommand(),
};

/** The program with its commands. */
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
  for (const command of await Promise.all(loaders.map(([, load]) => load()))) program.addCommand(command);
  program.addCommand(
    new Command('version').description('print the version').action(() => void process.stdout.write(`${VERSION}\n`)),
  );
  addCompletion(program);
  return program;
}

if (process.argv[1] === import.meta.filename) await runProgram(await createProgram());
