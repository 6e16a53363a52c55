// A box's worker, played in this process: what it does is the real thing, without its walls.
import fs from 'node:fs';
import { build } from 'esbuild';
import { saidOf } from '../../../../../resources/extension/boxed/box-said.ts';
import { openModule } from '../../../../../resources/extension/boxed/module-box.ts';
import { ScriptBox } from '../../../../../resources/extension/boxed/script-box.ts';
import type { BoxWorker } from '../../../../../resources/extension/boxed/box.ts';
import type { FromBox, ToBox } from '../../../../../resources/extension/boxed/box-messages.ts';
import type { ModuleBox } from '../../../../../resources/extension/boxed/module-box.ts';

const quickjs = new Uint8Array(
  fs.readFileSync('node_modules/@jitl/quickjs-wasmfile-release-sync/dist/emscripten-module.wasm'),
);

export interface PlayedWorker extends BoxWorker {
  isTerminated: boolean;
  /** Of a script: each line that it was given, and `asks` for each that it has asked for. */
  readonly steps: string[];
}

async function preamble(): Promise<string> {
  const entry = 'electron/runner/javascript/inside/prepare.ts';
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
  });
  return outputFiles[0]!.text;
}

/** `run` in place of a module. */
export function playWorker(run?: ModuleBox['run']): PlayedWorker {
  let script: ScriptBox | null = null;
  let module: ModuleBox | null = run ? { run } : null;
  const say = (message: FromBox) => {
    if (!worker.isTerminated) worker.onmessage?.call(worker as unknown as Worker, { data: message } as MessageEvent);
  };
  const open = async ({ kind, name, code }: Extract<ToBox, { kind: 'script' | 'module' }>) => {
    if (kind === 'module') module ??= await openModule(name, code);
    else
      script = await ScriptBox.open({
        ...{ name, code: new TextDecoder().decode(code), quickjs, preamble: await preamble() },
        asks: () => {
          worker.steps.push('asks');
          say({ kind: 'asks' });
        },
        wrote: line => say({ kind: 'line', line }),
        failed: why => say({ kind: 'failed', why }),
      });
    say({ kind: 'ready' });
  };
  const worker: PlayedWorker = {
    ...{ isTerminated: false, steps: [], onmessage: null, onerror: null },
    terminate: () => void (worker.isTerminated = true),
    postMessage: (message: ToBox) =>
      void setImmediate(() => {
        if (worker.isTerminated) return;
        if (message.kind === 'line') {
          worker.steps.push(message.line);
          script?.give(message.line);
        } else if (message.kind === 'run') say({ kind: 'ran', ...module!.run(message.input) });
        else void open(message).catch((error: unknown) => say({ kind: 'failed', why: saidOf(error) }));
      }),
  };
  return worker;
}
