// What can be wrong with a server in its box. Pages and programs read it in English; its user reads the message of the same name in `_locales/`.

export const boxWords = {
  serversBoxLateStart: 'It did not start within $1 s.',
  serversBoxLateGreeting: 'It did not answer a greeting within $1 s.',
  serversBoxLateTools: 'It did not name its tools within $1 s.',
  serversBoxLateEnd: 'It did not end within $1 s.',
  serversBoxLateWay: 'It did not give way within $1 s.',
  serversBoxTurn: 'It computed for $1 s without giving way.',
  serversBoxUnwanted: 'Nobody waited for it any more.',
  serversBoxOver: 'Its script has ended: it waits for no line and for no timer.',
  serversBoxWrote: 'It wrote more than $1 characters for one line that it was given; let it answer with less.',
  serversBoxImport: '$1 cannot be imported: a server is one file; bundle what it needs into it.',
  serversBoxSilent: 'It has ended without an answer.',
  serversBoxRefused: 'It refused: $1',
  serversBoxFailed: 'It failed: $1',
  serversBoxExit: 'It exited with code $1.',
  serversBoxTools:
    'It lists $1 tools in $2 characters; at most $3 in $4 are taken. Let it list fewer, or add it to Pilothouse.',
  serversBoxNoModule: 'It is no WebAssembly module; choose a file that was built for wasm32-wasi.',
  serversBoxTorn: 'The WebAssembly module is damaged; build or fetch it again.',
  serversBoxMemories: 'It declares $1 memories; one is all that WASI preview 1 has.',
  serversBoxShared: 'Its memory is shared or has addresses of 64 bits; build it for wasm32-wasi without threads.',
  serversBoxLarge: 'It needs $1 MiB of memory to begin with; at most $2 MiB are given.',
  serversBoxNeeds: 'It needs $1, which WASI preview 1 does not have; build it for wasm32-wasi.',
  serversBoxNoStart: 'It has no _start; build it as a program.',
} as const;

/** The name of the message, and what stands in it. */
export type BoxSaid = readonly [name: keyof typeof boxWords, ...of: string[]];

export function inEnglish([name, ...of]: BoxSaid): string {
  return boxWords[name].replace(/\$(\d)/g, (_, at: string) => of[Number(at) - 1] ?? '');
}

/** Within a box. */
export class SaidError extends Error {
  readonly said: BoxSaid;

  constructor(...said: BoxSaid) {
    super(inEnglish(said));
    this.said = said;
  }
}

/** What others throw, such as the browser, is told in their words. */
export function saidOf(error: unknown): BoxSaid {
  if (error instanceof SaidError) return inShort(error.said);
  return inShort(['serversBoxFailed', error instanceof Error ? error.message : String(error)]);
}

/** Characters of each text of the server's own. */
const maxText = 1_000;

/** What a server names and says may be as long as it is. */
export function inShort([name, ...of]: BoxSaid): BoxSaid {
  return [name, ...of.map(text => text.slice(0, maxText))];
}
