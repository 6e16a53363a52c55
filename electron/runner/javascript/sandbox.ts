// One QuickJS runtime with its limits, and the only functions that lead out of it. It runs in a process of ours and, in the companion, in a worker.
import variant from '@jitl/quickjs-wasmfile-release-sync';
import { newQuickJSWASMModuleFromVariant, newVariant } from 'quickjs-emscripten-core';
import type { QuickJSContext, QuickJSHandle, QuickJSRuntime } from 'quickjs-emscripten-core';

const stackBytes = 512 * 1024;
/** How long a script may compute without giving way, in ms of its own processor time. */
const turnMs = 10_000;

/** What the script's side may call. Strings, numbers, booleans, bytes and null cross the border; a promise becomes one of its own. */
export type HostFunction = (
  ...args: (string | number | boolean | ArrayBuffer | null)[]
) => HostResult | Promise<HostResult>;
export type HostResult = string | number | ArrayBuffer | { readonly head: string; readonly bytes: ArrayBuffer } | void;

/** Why a script cannot go on: it computed too long, named a file to import, or did not catch an error, told with where it was. */
export type SandboxFailure =
  | { readonly kind: 'turn'; readonly seconds: number }
  | { readonly kind: 'import'; readonly name: string; readonly text: string }
  | { readonly kind: 'uncaught'; readonly text: string };

export interface SandboxOptions {
  /** It may be called while the script runs, and need not return. */
  readonly onFailure: (failure: SandboxFailure) => void;
  /** How much processor time this program has had so far, in ms; where nobody tells, the time of a clock that never goes back. */
  readonly processorMs: () => number;
  readonly memoryBytes: number;
}

export class Sandbox {
  readonly #runtime: QuickJSRuntime;
  readonly #context: QuickJSContext;
  readonly #onFailure: SandboxOptions['onFailure'];
  readonly #processorMs: SandboxOptions['processorMs'];
  #deadline = Number.POSITIVE_INFINITY;
  /** What it named last to be imported. */
  #imported: string | null = null;
  /** Processor time when the turn began. */
  #begun = 0;

  private constructor(runtime: QuickJSRuntime, { onFailure, processorMs, memoryBytes }: SandboxOptions) {
    this.#runtime = runtime;
    this.#onFailure = onFailure;
    this.#processorMs = processorMs;
    this.#context = runtime.newContext();
    runtime.setMemoryLimit(memoryBytes);
    runtime.setMaxStackSize(stackBytes);
    runtime.setInterruptHandler(() => this.#isOverdue());
    runtime.setModuleLoader(name => {
      this.#imported = name;
      return { error: new Error(importRefusal(name)) };
    });
  }

  /** `wasm` is QuickJS. */
  static async create(wasm: Uint8Array<ArrayBuffer>, options: SandboxOptions): Promise<Sandbox> {
    const own = newVariant(variant, { wasmModule: await WebAssembly.compile(wasm) });
    const module = await newQuickJSWASMModuleFromVariant(own);
    return new Sandbox(module.newRuntime(), options);
  }

  /** Calls `prepare` of the preamble, a module, with the functions of the host and `env`. Returns what tells it of a timer that is due. */
  prepare(
    preamble: string,
    hostFunctions: Readonly<Record<string, HostFunction>>,
    env: Readonly<Record<string, string>>,
  ) {
    const context = this.#context;
    const host = context.newObject();
    for (const [name, hostFunction] of Object.entries(hostFunctions)) {
      const fn = context.newFunction(name, (...args) => this.#open(hostFunction, args));
      context.setProp(host, name, fn);
      fn.dispose();
    }
    const values = context.unwrapResult(context.evalCode(`(${JSON.stringify(env)})`));
    const inside = context.unwrapResult(context.evalCode(preamble, 'preamble.js', { type: 'module' }));
    const prepare = context.getProp(inside, 'prepare');
    const due = context.unwrapResult(context.callFunction(prepare, context.undefined, host, values));
    return (id: number) => this.#turn(() => context.callFunction(due, context.undefined, context.newNumber(id)));
  }

  /** Runs the script as a module, so that it may await at its top level. */
  run(code: string, file: string): void {
    this.#turn(() => {
      const result = this.#context.evalCode(code, file, { type: 'module' });
      if (result.error || this.#context.typeof(result.value) !== 'object') return result;
      const settled = this.#context.resolvePromise(result.value);
      void settled.then(outcome => {
        if (outcome.error) this.#fail(outcome.error);
      });
      return result;
    });
  }

  /** Asked every few thousand steps of the script. An interrupt alone would be one more error that its promises may swallow. */
  #isOverdue(): boolean {
    if (performance.now() <= this.#deadline) return false;
    // On a busy machine other programs had a part of that time.
    const leftMs = turnMs - (this.#processorMs() - this.#begun);
    if (leftMs > 0) {
      this.#deadline = performance.now() + leftMs;
      return false;
    }
    this.#onFailure({ kind: 'turn', seconds: turnMs / 1_000 });
    return true;
  }

  /** One turn of the script: something happened, then everything that it has promised runs. */
  #turn(act: () => { error?: QuickJSHandle | undefined }): void {
    const { error } = this.#timed(act);
    if (error) return this.#fail(error);
    this.#jobs();
  }

  #jobs(): void {
    const { error } = this.#timed(() => this.#runtime.executePendingJobs());
    if (error) this.#fail(error);
  }

  /** Only while the script runs does its time count, not while it waits. */
  #timed<T>(act: () => T): T {
    this.#begun = this.#processorMs();
    this.#deadline = performance.now() + turnMs;
    const result = act();
    this.#deadline = Number.POSITIVE_INFINITY;
    return result;
  }

  #fail(error: QuickJSHandle): void {
    const value: unknown = this.#context.dump(error);
    const text = inWords(value);
    const name = this.#imported;
    if (name !== null && text.includes(importRefusal(name))) this.#onFailure({ kind: 'import', name, text });
    else this.#onFailure({ kind: 'uncaught', text });
  }

  #open(hostFunction: HostFunction, handles: QuickJSHandle[]): QuickJSHandle {
    const context = this.#context;
    const answer = hostFunction(...handles.map(handle => this.#read(handle)));
    if (!(answer instanceof Promise)) return this.#write(answer);
    const deferred = context.newPromise();
    void answer
      .then(
        value => this.#write(value).consume(handle => deferred.resolve(handle)),
        (error: unknown) =>
          context
            .newError(error instanceof Error ? error.message : String(error))
            .consume(handle => deferred.reject(handle)),
      )
      .finally(() => this.#jobs());
    return deferred.handle;
  }

  #read(handle: QuickJSHandle): string | number | boolean | ArrayBuffer | null {
    const context = this.#context;
    const type = context.typeof(handle);
    if (type === 'string') return context.getString(handle);
    if (type === 'number') return context.getNumber(handle);
    if (type === 'boolean') return Boolean(context.dump(handle));
    if (type !== 'object' || context.sameValue(handle, context.null)) return null;
    // Copied, because the sandbox's memory moves when it grows.
    return context.getArrayBuffer(handle).consume(({ value }) => new Uint8Array(value).buffer);
  }

  #write(value: HostResult): QuickJSHandle {
    const context = this.#context;
    if (typeof value === 'string') return context.newString(value);
    if (typeof value === 'number') return context.newNumber(value);
    if (value instanceof ArrayBuffer) return context.newArrayBuffer(value);
    if (value === undefined) return context.undefined;
    const answer = context.newObject();
    context.newString(value.head).consume(head => context.setProp(answer, 'head', head));
    context.newArrayBuffer(value.bytes).consume(bytes => context.setProp(answer, 'bytes', bytes));
    return answer;
  }
}

function importRefusal(name: string): string {
  return `${JSON.stringify(name)} cannot be imported: a server is one file; bundle what it needs into it.`;
}

function inWords(value: unknown): string {
  const { name = 'Error', message = String(value), stack = '' } = (value ?? {}) as Partial<Error>;
  return `Uncaught ${name}: ${message}\n${stack}`.trimEnd();
}
