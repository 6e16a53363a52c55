// A JavaScript server in its box: the same sandbox as in Pilothouse, with the functions that a worker can give it. None of them is a network.
import { isRecord, jsonIn } from '../../../contract/json.ts';
import { Sandbox } from '../../../electron/runner/javascript/sandbox.ts';
import { ScriptTimers } from '../../../electron/runner/javascript/script-timers.ts';
import { urlFunctions } from '../../../electron/runner/javascript/url-functions.ts';
import { type BoxSaid, inShort } from './box-said.ts';
import { boxBounds } from './boxed-server.ts';
import type { HostFunction, SandboxFailure } from '../../../electron/runner/javascript/sandbox.ts';

export interface ScriptOptions {
  readonly name: string;
  readonly code: string;
  readonly quickjs: Uint8Array<ArrayBuffer>;
  readonly preamble: string;
  /** It waits for its next line. */
  readonly asks: () => void;
  readonly wrote: (line: string) => void;
  /** It cannot go on; what comes after that counts no more. */
  readonly failed: (why: BoxSaid) => void;
}

export class ScriptBox {
  readonly #options: ScriptOptions;
  readonly #askers: ((line: string) => void)[] = [];
  readonly #timers = new ScriptTimers(id => {
    this.#due(id);
    this.#look();
  });
  #due: (id: number) => void = () => {};
  /** Since the last line that it was given. */
  #written = 0;

  private constructor(options: ScriptOptions) {
    this.#options = options;
  }

  static async open(options: ScriptOptions): Promise<ScriptBox> {
    const box = new ScriptBox(options);
    const sandbox = await Sandbox.create(options.quickjs, {
      onFailure: failure => options.failed(saidOfScript(failure)),
      processorMs: () => performance.now(),
      memoryBytes: boxBounds.memoryBytes,
    });
    box.#due = sandbox.prepare(options.preamble, box.#functions(), {});
    sandbox.run(options.code, options.name);
    box.#look();
    return box;
  }

  /** The one that it has asked for. */
  give(line: string): void {
    this.#written = 0;
    this.#askers.shift()?.(line);
    this.#look();
  }

  #functions(): Record<string, HostFunction> {
    return {
      ...urlFunctions,
      readLine: () =>
        new Promise<string>(resolve => {
          this.#askers.push(resolve);
          this.#options.asks();
        }),
      writeLine: line => this.#write(String(line)),
      log: () => {},
      startTimer: (ms, repeats) => this.#timers.start(Number(ms), repeats === true),
      stopTimer: id => this.#timers.stop(Number(id)),
      fetch: async request => {
        throw new Error(noNetwork(String(request)));
      },
    };
  }

  #write(line: string): void {
    this.#written += line.length;
    if (this.#written > boxBounds.answerChars)
      return this.#options.failed(['serversBoxWrote', String(boxBounds.answerChars)]);
    this.#options.wrote(line);
  }

  /** A script that nothing can wake any more has ended. */
  #look(): void {
    setTimeout(() => {
      if (this.#askers.length > 0 || this.#timers.size > 0) return;
      this.#options.failed(['serversBoxOver']);
    });
  }
}

function saidOfScript(failure: SandboxFailure): BoxSaid {
  if (failure.kind === 'turn') return ['serversBoxTurn', String(failure.seconds)];
  // What follows the first line is where in the script it was.
  const [first = ''] = failure.text.split('\n');
  return inShort(failure.kind === 'import' ? ['serversBoxImport', failure.name] : ['serversBoxFailed', first]);
}

/** `request` is JSON of FetchRequest. */
function noNetwork(request: string): string {
  const asked = jsonIn(request);
  const url = isRecord(asked) && typeof asked.url === 'string' ? asked.url.slice(0, 200) : '';
  return `fetch of ${JSON.stringify(url)} is refused: a server that the browser runs by itself has no network; add the server to Pilothouse, where it can be given hosts.`;
}
