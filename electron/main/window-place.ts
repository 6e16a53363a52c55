// Where the window opens: where it stood, as long as a display still shows that place. Pure.
import type { WindowPlace } from '../../contract/schemas/desktop.ts';

export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const usual = { width: 1360, height: 860 };
/** As much of the top edge must be seen as a hand needs to grasp it. */
const graspable = { width: 120, height: 32 };

/** `workAreas` are those of the displays, the primary one first. Null position lets the desktop choose. */
export function placeWindow(saved: WindowPlace | null, workAreas: readonly Area[]): Partial<Area> {
  const primary = workAreas[0];
  if (!saved) return primary ? fitSize(usual, primary) : usual;
  const home = workAreas.find(area => canGrasp(saved, area));
  if (!home) return primary ? fitSize(saved, primary) : usual;
  return { x: saved.x, y: saved.y, ...fitSize(saved, home) };
}

function canGrasp(place: Area, area: Area): boolean {
  const width = Math.min(place.x + place.width, area.x + area.width) - Math.max(place.x, area.x);
  const top = place.y - area.y;
  return width >= graspable.width && top >= -1 && top <= area.height - graspable.height;
}

function fitSize({ width, height }: Pick<Area, 'width' | 'height'>, area: Area): Pick<Area, 'width' | 'height'> {
  return { width: Math.min(width, area.width), height: Math.min(height, area.height) };
}
