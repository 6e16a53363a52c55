// The program `wasm.cjs`: runs one WASI module as an MCP server on its own pipes (spec 003 "WASM Runtime").
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { WASI } from 'node:wasi';
import { causeOf, end, takeGiven } from '../given.ts';
import { folderLayer } from './folder-layer.ts';
import type { WasmToRun } from '../../../contract/own-runtimes.ts';

void run(takeGiven() as WasmToRun).then(code => process.exit(code));

/** Blocks this process while the module runs: it reads and writes the pipes itself. Its exit code is ours. */
async function run({ file, args, env, folders }: WasmToRun): Promise<number> {
  const bytes = read(file);
  const wasi = new WASI({
    version: 'preview1',
    args: [basename(file), ...args],
    env,
    // No folder: Node's own WASI follows links out of them ("not a sandbox", its documentation says).
    preopens: {},
    returnOnExit: true,
  });
  const { imports, memory } = folderLayer(wasi.wasiImport as WebAssembly.ModuleImports, folders, Date.now);
  const name = JSON.stringify(file);
  const module = await WebAssembly.compile(bytes).catch((error: unknown) =>
    end(`${name} is no WebAssembly module (${causeOf(error)}); name a file that was built for wasm32-wasi.`),
  );
  const instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: imports }).catch((error: unknown) =>
    end(`${name} needs more than WASI preview 1 has: ${causeOf(error)}`),
  );
  if (instance.exports.memory instanceof WebAssembly.Memory) memory.use(instance.exports.memory);
  try {
    return wasi.start(instance);
  } catch (error) {
    return end(`The module failed: ${causeOf(error)}`);
  }
}

function read(file: string): Uint8Array<ArrayBuffer> {
  try {
    return new Uint8Array(readFileSync(file));
  } catch (error) {
    return end(`The file ${JSON.stringify(file)} cannot be read (${causeOf(error)}); correct its path.`);
  }
}
