// What a call did, as a recording labels it: places and counts, and nothing that was typed, which may be a secret.
import { dropsGif } from '../../../contract/gif-drop.ts';
import { openableAddress } from '../../../contract/sites.ts';
import { readChord } from './keys.ts';
import type { Point } from './page-input.ts';
import type { Arguments } from './tool.ts';

export interface Deed {
  /** '' for a look, which did nothing. */
  readonly label: string;
  /** Where the pointer was used: nowhere, at one place, or from one to another. */
  readonly points: readonly Point[];
}

type Label = (args: Arguments, points: readonly Point[]) => string;

const maxKeys = 4;
const directions = ['up', 'down', 'left', 'right'];

const ofActions: Readonly<Record<string, Label>> = {
  left_click: at('Click'),
  right_click: at('Right-click'),
  double_click: at('Double-click'),
  triple_click: at('Triple-click'),
  hover: at('Point at'),
  left_click_drag: at('Drag'),
  type: ({ text }) => `Type ${counted(String(text).length, 'character')}`,
  key: pressed,
  scroll: ({ scroll_direction: way }) => (directions.includes(String(way)) ? `Scroll ${String(way)}` : 'Scroll'),
  scroll_to: () => 'Scroll to an element',
  screenshot: () => '',
  wait: () => '',
};

const ofTools: Readonly<Record<string, Label>> = {
  navigate: ({ url }) => (url === 'back' || url === 'forward' ? `Go ${url}` : `Go to ${hostOf(String(url))}`),
  form_input: ({ fields }) => `Fill ${counted(Array.isArray(fields) ? fields.length : 1, 'field')}`,
  javascript_tool: () => 'Run a script',
  gif_creator: () => 'Drop a GIF',
  upload_image: () => 'Upload a picture',
  file_upload: () => 'Upload files',
  handle_dialog: () => 'Answer a dialog',
  resize_window: () => 'Resize the window',
};

/** Null for a call after which a page looks as before. To be asked of a call that was carried out. */
export function deedOf(tool: string, args: Arguments, points: readonly Point[] = []): Deed | null {
  if (tool === 'gif_creator' && !dropsGif(args)) return null;
  const [labels, name] = tool === 'computer' ? [ofActions, String(args.action)] : [ofTools, tool];
  const label = Object.hasOwn(labels, name) ? labels[name] : undefined;
  return label ? { label: label(args, points), points } : null;
}

function at(verb: string): Label {
  return (_, points) => {
    const places = points.map(({ x, y }) => `(${Math.round(x)}, ${Math.round(y)})`);
    return places.length > 0 ? `${verb} ${places.join(' to ')}` : verb;
  };
}

/** A key that types something is as secret as a text; Enter, Tab and chords are not. */
function pressed({ text, repeat = 1 }: Arguments): string {
  const keys = String(text).trim().split(/\s+/);
  const isCommand = (chord: string) => {
    const press = readChord(chord);
    return press.text === undefined || press.key.length > 1;
  };
  const count = keys.length * Math.round(Number(repeat));
  if (count === 1 || keys.length > 1) {
    if (count <= maxKeys && keys.every(isCommand)) return `Press ${keys.join(' ')}`;
  } else if (keys.every(isCommand)) return `Press ${keys[0]} ${count} times`;
  return `Press ${counted(count, 'key')}`;
}

/** Without the path, which may carry what is nobody's business. */
function hostOf(address: string): string {
  const url = openableAddress(address);
  return (url && new URL(url).host) || 'an empty page';
}

/** `1 frame`, `3 frames`. */
export function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}
