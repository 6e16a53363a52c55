// The walls around a model's program: its files, which it only reads, a folder of its own, the graphics cards, and no network but its port.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sandboxWalls } from '../../servers/sandbox/sandbox-walls.ts';
import { partsOf } from './model-file.ts';
import type { RunnerSandbox } from '../../../../contract/schemas/runner.ts';
import type { CommandConfig } from '../../../../contract/schemas/servers.ts';
import type { WallsRequest } from '../../servers/sandbox/sandbox-walls.ts';

export type ProgramWallsRequest = Pick<WallsRequest, 'tool' | 'env' | 'ownFolders' | 'runtimeFolders'> & {
  readonly command: Pick<CommandConfig, 'command' | 'args'>;
  readonly port: number;
  readonly workFolder: string;
};

/** Throws an Error with a sentence, as `sandboxWalls` does. */
export function programWalls({ command, ...request }: ProgramWallsRequest): RunnerSandbox {
  const config: CommandConfig = { kind: 'stdio', ...command, env: {} };
  const parts = command.args.flatMap(argument => partsOf(argument).filter(path => path !== argument));
  const folders = parts.map(path => ({ path, writable: false }));
  return sandboxWalls({
    ...{ ...request, config, command: config, devices: computingDevices() },
    options: { network: 'none', hosts: [], folders },
  });
}

type Names = (folder: string) => readonly string[];

/** Paths of what computes: of DRM, without the nodes that rule over a screen, of AMD (kfd), of NVIDIA, and of Windows below WSL (dxg). */
export function computingDevices(namesIn: Names = namesInFolder): string[] {
  const own = namesIn('/dev').filter(name => /^(?:kfd|dxg|nvidia.*)$/.test(name));
  const ofDrm = namesIn('/dev/dri').filter(name => /^renderD\d+$/.test(name));
  return [...own.map(name => join('/dev', name)), ...ofDrm.map(name => join('/dev/dri', name))];
}

function namesInFolder(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
