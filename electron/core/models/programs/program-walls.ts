// The walls around a model's program: its files, which it only reads, a folder of its own, the graphics cards, and no network but its port.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sandboxWalls } from '../../servers/sandbox/sandbox-walls.ts';
import type { RunnerSandbox } from '../../../../contract/schemas/runner.ts';
import type { CommandConfig } from '../../../../contract/schemas/servers.ts';
import type { WallsRequest } from '../../servers/sandbox/sandbox-walls.ts';

export type ProgramWallsRequest = Pick<WallsRequest, 'tool' | 'env' | 'ownFolders' | 'runtimeFolders'> & {
  readonly command: Pick<CommandConfig, 'command' | 'args'>;
  readonly port: number;
  readonly workFolder: string;
};

/** What computes: of DRM, of AMD (kfd), of NVIDIA, and of Windows below WSL (dxg). */
const graphics = /^(?:dri|kfd|dxg|nvidia.*)$/;

/** Throws an Error with a sentence, as `sandboxWalls` does. */
export function programWalls({ command, ...request }: ProgramWallsRequest): RunnerSandbox {
  const config: CommandConfig = { kind: 'stdio', ...command, env: {} };
  const folders = command.args.flatMap(otherParts).map(path => ({ path, writable: false }));
  return sandboxWalls({
    ...{ ...request, config, command: config, devices: graphicsDevices() },
    options: { network: 'none', hosts: [], folders },
  });
}

/** llama.cpp finds the other parts of a split model (`model-00001-of-00003.gguf`) beside the one that is named. */
export function otherParts(path: string): string[] {
  const [, before, part, count] = /^(.+-)(\d{5})-of-(\d{5})\.gguf$/.exec(path) ?? [];
  if (before === undefined || part === undefined || count === undefined) return [];
  const all = Array.from({ length: Math.min(Number(count), 1_000) }, (_, at) => String(at + 1).padStart(5, '0'));
  return all.filter(one => one !== part).map(one => `${before}${one}-of-${count}.gguf`);
}

function graphicsDevices(): string[] {
  try {
    return readdirSync('/dev')
      .filter(name => graphics.test(name))
      .map(name => join('/dev', name));
  } catch {
    return [];
  }
}
