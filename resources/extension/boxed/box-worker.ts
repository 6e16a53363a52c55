// The program of a box: a worker that holds one server and nothing else, and is ended from outside when that does not give way.
import { type BoxSaid, saidOf } from './box-said.ts';
import { openModule } from './module-box.ts';
import { ScriptBox } from './script-box.ts';
import type { FromBox, ToBox } from './box-messages.ts';
import type { ModuleBox } from './module-box.ts';

let script: ScriptBox | null = null;
let module: ModuleBox | null = null;

function say(message: FromBox): void {
  postMessage(message);
}

function fail(why: BoxSaid): void {
  say({ kind: 'failed', why });
  close();
}

async function open({ kind, name, code }: Extract<ToBox, { kind: 'script' | 'module' }>): Promise<void> {
  if (kind === 'module') module = await openModule(name, code);
  else
    script = await ScriptBox.open({
      ...{ name, code: new TextDecoder().decode(code), quickjs: await bytesAt('quickjs.wasm') },
      preamble: new TextDecoder().decode(await bytesAt('preamble.js')),
      asks: () => say({ kind: 'asks' }),
      wrote: line => say({ kind: 'line', line }),
      failed: fail,
    });
  say({ kind: 'ready' });
}

async function bytesAt(file: string): Promise<Uint8Array<ArrayBuffer>> {
  const answer = await fetch(new URL(file, location.href));
  return new Uint8Array(await answer.arrayBuffer());
}

addEventListener('message', ({ data }: MessageEvent<ToBox>) => {
  if (data.kind === 'line') script?.give(data.line);
  else if (data.kind === 'run') say({ kind: 'ran', ...(module?.run(data.input) ?? { lines: [], failure: null }) });
  else void open(data).catch((error: unknown) => fail(saidOf(error)));
});
