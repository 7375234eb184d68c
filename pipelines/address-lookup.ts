import { downloadCommand } from './download/download-command.ts';
import { rollbackCommand } from './rollback.ts';

/** The installed command: the commands that use an index, and those that fetch registers, build and publish. */
const program = createProgram();
for (const command of [buildIndexCommand().name('build'), downloadCommand(), rollbackCommand()])
  program.addCommand(command);
await runProgram(program);
