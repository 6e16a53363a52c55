// Which parts of the API are on for this page (spec 003 "Feature Flags"). They spare the page a request; what counts is what the hub decides.
import { deleteProperty, keys, stringify } from './captured.ts';
import { disabled } from './errors.ts';
import { hear } from './messages.ts';
import { nothing, own } from './values.ts';
import type { PageFlag, PageFlags } from '../../../../contract/web-agent.ts';

/** Under this symbol the files in `flags/` leave what differs from the defaults. */
const entry = Symbol.for('web-agent.flags');

const flags: Record<PageFlag, boolean> = Object.assign(nothing() as Record<PageFlag, boolean>, {
  textGeneration: true,
  toolAccess: true,
  toolCalling: false,
  browserInteraction: false,
  browserControl: false,
  multiAgent: false,
} satisfies PageFlags);

const names = keys(flags) as PageFlag[];
let changed: () => void = () => {};

/** Reads what the files of flags left, and takes it away; `whenChanged` is called after each later change. */
export function startFlags(whenChanged: () => void): void {
  take((window as { [entry]?: unknown })[entry]);
  deleteProperty(window, entry);
  changed = whenChanged;
  hear('flags', told => {
    take(told);
    changed();
  });
}

function take(told: unknown): void {
  for (let at = 0; at < names.length; at += 1) {
    const isOn = own(told, names[at]!);
    if (typeof isOn === 'boolean') flags[names[at]!] = isOn;
  }
}

/** A copy of what holds now. */
export function currentFlags(): PageFlags {
  return { ...flags };
}

/** As JSON. */
export function flagsText(): string {
  return stringify(flags);
}

/** Throws unless one of these is on. */
export function ensureOn(some: readonly PageFlag[]): void {
  for (let at = 0; at < some.length; at += 1) if (flags[some[at]!]) return;
  if (some.length > 0) throw disabled(some[0]!);
}
