// Which elements a call would use, as its arguments name them: what the user is told of before, and what is compared after.
import { dropsGif } from '../../../contract/gif-drop.ts';
import { isRecord } from '../../../contract/json.ts';
import { type AimNames, aimNames, readPoint, startNames } from './aim-names.ts';
import { readTarget } from './target.ts';
import type { Spot } from '../page/describe-element.ts';
import type { Target } from '../page/element-refs.ts';
import type { Arguments } from './tool.ts';

export type Meant = Target | Spot;

/** In order; none for a call that is about no element. Throws ERR_INVALID_ARGUMENTS as the call itself would. */
export function meantBy(tool: string, args: Arguments): readonly Meant[] {
  switch (tool) {
    case 'computer':
      return meantByAction(args);
    case 'form_input':
      if (!Array.isArray(args.fields)) return meantAt(args, aimNames);
      return args.fields.filter(isRecord).flatMap(field => readTarget(field) ?? []);
    case 'upload_image':
    case 'file_upload':
      return meantAt(args, aimNames);
    case 'gif_creator':
      return dropsGif(args) ? meantAt({ coordinate: args.coordinate }, aimNames) : [];
    default:
      return [];
  }
}

export function isTarget(meant: Meant): meant is Target {
  return meant !== 'focus' && 'ref' in meant;
}

function meantByAction(args: Arguments): readonly Meant[] {
  switch (args.action) {
    case 'left_click_drag':
      return [...meantAt(args, startNames), ...meantAt(args, aimNames)];
    case 'type':
    case 'key':
      return [readTarget(args) ?? 'focus'];
    case 'left_click':
    case 'right_click':
    case 'double_click':
    case 'triple_click':
    case 'hover':
    case 'scroll':
    case 'scroll_to':
      return meantAt(args, aimNames);
    default:
      return [];
  }
}

function meantAt(args: Arguments, { ref, selector, coordinate }: AimNames): readonly Meant[] {
  const meant = readTarget(args, ref, selector) ?? readPoint(args, coordinate);
  return meant === null ? [] : [meant];
}
