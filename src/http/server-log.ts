/** Where the server writes what happens, each time one sentence and its data. A pino logger is one. */
export interface ServerLog {
  info(data: object, message: string): void;
  error(data: object, message: string): void;
}

export const SILENT_LOG: ServerLog = { info: () => {}, error: () => {} };
