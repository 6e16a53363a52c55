// A WASI module in its box: begun anew for each request, whose lines are all of its input.
import { GuestMemory } from '../../../electron/runner/wasm/guest-memory.ts';
import { moduleReply } from '../../../electron/runner/wasm/module-reply.ts';
import { requestPipes } from '../../../electron/runner/wasm/request-pipes.ts';
import { boundedModule } from './bounded-module.ts';
import { type BoxSaid, SaidError, saidOf } from './box-said.ts';
import { boxBounds } from './boxed-server.ts';
import { importsOf, ModuleExit, wasi } from './wasi.ts';

export interface ModuleBox {
  run(input: string): { readonly lines: readonly string[]; readonly failure: BoxSaid | null };
}

/** Throws SaidError for what is no such module, and what the browser throws. */
export async function openModule(name: string, code: Uint8Array<ArrayBuffer>): Promise<ModuleBox> {
  const module = await WebAssembly.compile(boundedModule(code, boxBounds.memoryBytes));
  const memory = new GuestMemory();
  const clocks = { wall: () => Date.now(), steady: () => performance.now() };
  const pipes = requestPipes(wasi(memory, name, clocks), memory, boxBounds.answerChars);
  const imports = importsOf(module, pipes.imports);
  return {
    run: input => {
      // The pipes end each request with a line break of their own.
      pipes.begin(input);
      const failure = failureOf(() => {
        const { exports } = new WebAssembly.Instance(module, imports);
        if (exports.memory instanceof WebAssembly.Memory) memory.use(exports.memory);
        if (typeof exports._start !== 'function') throw new SaidError('serversBoxNoStart');
        (exports._start as () => void)();
      });
      const { stdout, stderr } = pipes.written();
      const lines = `${stdout}\n${stderr}`.split('\n').flatMap(line => moduleReply(line) ?? []);
      return { lines, failure };
    },
  };
}

function failureOf(act: () => void): BoxSaid | null {
  try {
    act();
    return null;
  } catch (error) {
    if (!(error instanceof ModuleExit)) return saidOf(error);
    return error.code === 0 ? null : ['serversBoxExit', String(error.code)];
  }
}
