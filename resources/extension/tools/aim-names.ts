// The arguments of a call that say where it acts, and the points among them.
import { ToolError } from '../tool-error.ts';
import type { Point } from './page-input.ts';
import type { Arguments } from './tool.ts';

/** Names of the arguments that say where. */
export interface AimNames {
  readonly ref: string;
  readonly selector: string;
  readonly coordinate: string;
}

export const aimNames: AimNames = { ref: 'ref', selector: 'selector', coordinate: 'coordinate' };
export const startNames: AimNames = { ref: 'start_ref', selector: 'start_selector', coordinate: 'start_coordinate' };

/** Null when absent. Throws ERR_INVALID_ARGUMENTS for what is no [x, y]. */
export function readPoint(args: Arguments, name: string): Point | null {
  const value = args[name];
  if (value === undefined || value === null) return null;
  if (Array.isArray(value) && value.length === 2 && value.every(Number.isFinite))
    return { x: Number(value[0]), y: Number(value[1]) };
  throw new ToolError('ERR_INVALID_ARGUMENTS', `${name} is ${JSON.stringify(value)}; send [x, y] in CSS pixels.`);
}
