// Which parts of the API are on for this page (spec 003 "Feature Flags"). They spare the page a request; what counts is what the hub decides.
import { deleteProperty, keys, stringify } from './captured.ts';
import { disabled } from './errors.ts';
import { hear } from './messages.ts';
import { own } from './values.ts';
import type { PageFlag, PageFlags, pageFlags } from '../../../../contract/web-agent.ts';

/** Under this symbol the files that are registered before this one leave what differs from the defaults, or `blocked`. */
const entry = Symbol.for('web-agent.flags');

/**
 * As they are usually, which is written out because the table of the contract would be loaded with each page; the compiler holds it
 * against that.
 */
const flags = {
  __proto__: null,
  textGeneration: true,
  toolAccess: true,
  toolCalling: false,
  browserInteraction: false,
  browserControl: false,
  multiAgent: false,
} satisfies typeof pageFlags & { __proto__: null } as unknown as Record<PageFlag, boolean>;

const names = keys(flags) as PageFlag[];
/**
 * Reads what the files of flags left, and takes it away. False where the page is offered nothing. `changed` is called after each later
 * change.
 */
export function startFlags(changed: () => void): boolean {
  const left = (window as { [entry]?: unknown })[entry];
  if (left !== undefined) deleteProperty(window, entry);
  take(left);
  hear('flags', told => {
    take(told);
    changed();
  });
  return own(left, 'blocked') !== true;
}

function take(told: unknown): void {
  for (let at = 0; at < names.length; at += 1) {
    const isOn = own(told, names[at]!);
    if (typeof isOn === 'boolean') flags[names[at]!] = isOn;
  }
}

export function isOn(flag: PageFlag): boolean {
  return flags[flag];
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
