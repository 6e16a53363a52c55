// Names of keys and what Chromium's input needs to know of each.
import { ToolError } from '../tool-error.ts';

/** Parameters of `Input.dispatchKeyEvent`. */
export interface KeyPress {
  readonly key: string;
  readonly code: string;
  readonly windowsVirtualKeyCode: number;
  readonly modifiers: number;
  readonly text?: string;
}

/** Name (lower case): key, code, Windows virtual key code, and the text that it types. */
const named: Readonly<Record<string, readonly [string, string, number, string?]>> = {
  enter: ['Enter', 'Enter', 13, '\r'],
  return: ['Enter', 'Enter', 13, '\r'],
  tab: ['Tab', 'Tab', 9],
  space: [' ', 'Space', 32, ' '],
  backspace: ['Backspace', 'Backspace', 8],
  delete: ['Delete', 'Delete', 46],
  escape: ['Escape', 'Escape', 27],
  esc: ['Escape', 'Escape', 27],
  home: ['Home', 'Home', 36],
  end: ['End', 'End', 35],
  pageup: ['PageUp', 'PageUp', 33],
  pagedown: ['PageDown', 'PageDown', 34],
  left: ['ArrowLeft', 'ArrowLeft', 37],
  up: ['ArrowUp', 'ArrowUp', 38],
  right: ['ArrowRight', 'ArrowRight', 39],
  down: ['ArrowDown', 'ArrowDown', 40],
  arrowleft: ['ArrowLeft', 'ArrowLeft', 37],
  arrowup: ['ArrowUp', 'ArrowUp', 38],
  arrowright: ['ArrowRight', 'ArrowRight', 39],
  arrowdown: ['ArrowDown', 'ArrowDown', 40],
};

const shift = 8;

/** Bits of `modifiers` in the DevTools protocol. */
const modifierBits: Readonly<Record<string, number>> = {
  alt: 1,
  option: 1,
  ctrl: 2,
  control: 2,
  meta: 4,
  cmd: 4,
  command: 4,
  win: 4,
  windows: 4,
  super: 4,
  shift,
};

/** A key or a chord: `Enter`, `a`, `ctrl+shift+ArrowLeft`. Throws ERR_INVALID_ARGUMENTS for an unknown name. */
export function readChord(chord: string): KeyPress {
  const parts = chord === '+' ? ['+'] : chord.replace(/\+\+$/, '+plus').split('+');
  const name = parts.pop() ?? '';
  const modifiers = bitsOf(parts, chord);
  const press = readKey(name === 'plus' ? '+' : name);
  if (!press) throw unknownKey(chord);
  const { text, ...silent } = shifted(press, modifiers);
  // With ctrl, alt or meta a key commands and types nothing; who writes ctrl+A means no shift.
  if (modifiers & ~shift) return { ...silent, modifiers };
  return { ...silent, ...(text !== undefined && { text }), modifiers: modifiers | press.modifiers };
}

/** A letter with shift is a capital one. */
function shifted(press: KeyPress, modifiers: number): KeyPress {
  const key = press.key.toUpperCase();
  if (!(modifiers & shift) || press.key.length !== 1 || key.length !== 1) return press;
  return { ...press, key, text: key };
}

/** The bits of `ctrl+shift`; 0 for no text. Throws ERR_INVALID_ARGUMENTS for what is no modifier. */
export function readModifiers(text: string): number {
  return text.trim() === '' ? 0 : bitsOf(text.trim().split('+'), text);
}

/** The key that types one character, or null when none of the common ones does. */
export function readCharacter(character: string): KeyPress | null {
  if (character === '\n') return readKey('enter');
  if (character === '\t') return readKey('tab');
  return /^[\x20-\x7e]$/.test(character) ? readKey(character) : null;
}

function bitsOf(names: readonly string[], chord: string): number {
  let modifiers = 0;
  for (const name of names) {
    const bit = lookUp(modifierBits, name.trim().toLowerCase());
    if (bit === undefined) throw unknownKey(chord);
    modifiers |= bit;
  }
  return modifiers;
}

function readKey(name: string): KeyPress | null {
  // `Page_Down`, as other programs write it.
  const entry = lookUp(named, name.length > 1 ? name.toLowerCase().replaceAll('_', '') : name);
  if (entry) {
    const [key, code, windowsVirtualKeyCode, text] = entry;
    return { key, code, windowsVirtualKeyCode, modifiers: 0, ...(text === undefined ? {} : { text }) };
  }
  const functionKey = /^f([1-9]|1[0-2])$/i.exec(name)?.[1];
  if (functionKey) {
    const key = `F${functionKey}`;
    return { key, code: key, windowsVirtualKeyCode: 111 + Number(functionKey), modifiers: 0 };
  }
  if ([...name].length !== 1) return null;
  const upper = name.toUpperCase();
  const code = /[A-Z]/.test(upper) ? `Key${upper}` : /\d/.test(name) ? `Digit${name}` : '';
  const windowsVirtualKeyCode = code ? upper.charCodeAt(0) : 0;
  return { key: name, code, windowsVirtualKeyCode, modifiers: name === name.toLowerCase() ? 0 : shift, text: name };
}

function lookUp<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

function unknownKey(chord: string): ToolError {
  return new ToolError(
    'ERR_INVALID_ARGUMENTS',
    `${JSON.stringify(chord)} is no key; send a name such as "Enter", "a" or "ctrl+a".`,
  );
}
