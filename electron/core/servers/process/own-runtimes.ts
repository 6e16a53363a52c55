// A JavaScript file or a WASI module as the command that runs it: Node with one of our runtimes, which reads its config from a variable.
import { join } from 'node:path';
import { ownRuntimeVariable } from '../../../../contract/own-runtimes.ts';
import type { ScriptToRun, WasmToRun } from '../../../../contract/own-runtimes.ts';
import type { Reason } from '../../../../contract/reasons.ts';
import type { CommandConfig, ScriptConfig, ServerConfig, WasmConfig } from '../../../../contract/schemas/servers.ts';
import type { HubPlatform } from '../../platform/platform.ts';

/** A module may not ask for more memory than 1 GiB, in pages of 64 KiB. */
const maxWasmPages = 16_384;

/**
 * A script runs without V8's helping threads: when one of them waits for a main thread that has computed all the time,
 * `process.exit` waits for it in turn, for ever (nodejs/node#54918).
 */
export function ownRuntimeCommand(
  config: ScriptConfig | WasmConfig,
  { nodePath, distDir }: Pick<HubPlatform, 'nodePath' | 'distDir'>,
): CommandConfig {
  const { file, env } = config;
  const isScript = config.kind === 'javascript';
  const given: ScriptToRun | WasmToRun = isScript
    ? { file, env, hosts: config.hosts }
    : { file, env, args: config.args, folders: config.folders, ...(config.perRequest && { perRequest: true }) };
  const program = join(distDir, isScript ? 'runner/javascript.js' : 'runner/wasm.cjs');
  const flags = isScript ? ['--single-threaded'] : ['--no-warnings', `--wasm-max-mem-pages=${maxWasmPages}`];
  return {
    kind: 'stdio',
    command: nodePath,
    args: [...flags, program],
    env: { [ownRuntimeVariable]: JSON.stringify(given) },
  };
}

/**
 * Why a module with folders cannot start on this system, or null. A folder is kept closed by opening each part of a path in the
 * folder before it, which Node can do on Linux alone; elsewhere a path could be led outside between a check and its use.
 */
export function folderRefusal(config: ServerConfig, os: NodeJS.Platform): Reason | null {
  if (config.kind !== 'wasm' || config.folders.length === 0 || os === 'linux') return null;
  const system = os === 'darwin' ? 'macOS' : os === 'win32' ? 'Windows' : os;
  return { kind: 'no-wasm-folders', system };
}
