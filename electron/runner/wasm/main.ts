// The program `wasm.cjs`: runs one WASI module as an MCP server on its own pipes (spec 003 "WASM Runtime").
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { WASI } from 'node:wasi';
import { causeOf, end, takeGiven } from '../given.ts';
import { folderLayer } from './folder-layer.ts';
import { servePerRequest } from './per-request.ts';
import { requestPipes } from './request-pipes.ts';
import type { WasmToRun } from '../../../contract/own-runtimes.ts';

/** For one request. */
const maxWrittenBytes = 64 * 1024 * 1024;

void run(takeGiven() as WasmToRun).then(code => process.exit(code));

async function run(given: WasmToRun): Promise<number> {
  const name = JSON.stringify(given.file);
  const module = await WebAssembly.compile(read(given.file)).catch((error: unknown) =>
    end(`${name} is no WebAssembly module (${causeOf(error)}); name a file that was built for wasm32-wasi.`),
  );
  return given.perRequest ? serveEach(module, given) : serve(module, given);
}

/** Blocks this process while the module runs: it reads and writes the pipes itself. Its exit code is ours. */
async function serve(module: WebAssembly.Module, given: WasmToRun): Promise<number> {
  const wasi = wasiOf(given);
  const { imports, memory } = folderLayer(wasi.wasiImport as WebAssembly.ModuleImports, given.folders, Date.now);
  const instance = instanceOf(module, imports, given);
  if (instance.exports.memory instanceof WebAssembly.Memory) memory.use(instance.exports.memory);
  try {
    return wasi.start(instance);
  } catch (error) {
    return end(`The module failed: ${causeOf(error)}`);
  }
}

/** A WASI of Node begins once, so each request has one of its own. */
function serveEach(module: WebAssembly.Module, given: WasmToRun): Promise<number> {
  let wasi = wasiOf(given);
  const theirs = wasi.wasiImport as WebAssembly.ModuleImports;
  const now: WebAssembly.ModuleImports = Object.fromEntries(
    Object.keys(theirs).map(name => [
      name,
      (...args: unknown[]) => ((wasi.wasiImport as WebAssembly.ModuleImports)[name] as Function)(...args),
    ]),
  );
  const { imports, memory, closeOpened } = folderLayer(now, given.folders, Date.now);
  const pipes = requestPipes(imports, memory, maxWrittenBytes);
  return servePerRequest({
    pipes,
    run: () => {
      wasi = wasiOf(given);
      const instance = instanceOf(module, pipes.imports, given);
      if (instance.exports.memory instanceof WebAssembly.Memory) memory.use(instance.exports.memory);
      try {
        wasi.start(instance);
      } finally {
        closeOpened();
      }
    },
  });
}

function wasiOf({ file, args, env }: WasmToRun): WASI {
  return new WASI({
    version: 'preview1',
    args: [basename(file), ...args],
    env,
    // No folder: Node's own WASI follows links out of them ("not a sandbox", its documentation says).
    preopens: {},
    returnOnExit: true,
  });
}

function instanceOf(
  module: WebAssembly.Module,
  imports: WebAssembly.ModuleImports,
  { file }: WasmToRun,
): WebAssembly.Instance {
  try {
    return new WebAssembly.Instance(module, { wasi_snapshot_preview1: imports });
  } catch (error) {
    return end(`${JSON.stringify(file)} needs more than WASI preview 1 has: ${causeOf(error)}`);
  }
}

function read(file: string): Uint8Array<ArrayBuffer> {
  try {
    return new Uint8Array(readFileSync(file));
  } catch (error) {
    return end(`The file ${JSON.stringify(file)} cannot be read (${causeOf(error)}); correct its path.`);
  }
}
