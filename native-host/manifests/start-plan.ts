// How a browser is started: its program and arguments, nothing of which is ever read by a shell.
import { systemProgram } from '../endpoints/system-program.ts';
import { nodeFiles } from './files.ts';
import { resolveAll } from './plan.ts';
import type { ManifestContext } from './context.ts';
import type { BrowserLocation } from './locations/location.ts';
import type { BrowserPlan } from './plan.ts';

export interface StartPlan {
  readonly program: string;
  readonly args: readonly string[];
}

const extensionPages = {
  chromium: 'chrome://extensions',
  firefox: 'about:debugging#/runtime/this-firefox',
} as const;

/** Where its user loads and updates extensions. */
export function extensionsPage({ family }: BrowserLocation): string {
  return extensionPages[family];
}

/**
 * Whether the browser opens that page when it is named to it. Chromium takes no address of its own from a command line, closed or
 * running, alone, with `--new-window`, `--app` or `--homepage`, or behind `view-source:` (seen in versions 142 and 156: it opens a new tab
 * instead). Firefox does. What `open` of macOS makes of it was not seen.
 */
export function opensExtensions({ platform }: ManifestContext, { family }: BrowserLocation): boolean {
  return family === 'firefox' && platform !== 'darwin';
}

/** Null where no program of it is found. `profile` is one of `profileFacts`. */
export async function startPlan(
  context: ManifestContext,
  location: BrowserLocation,
  { profile, page }: { readonly profile?: string | undefined; readonly page?: string | undefined },
): Promise<StartPlan | null> {
  const args = [...profileArgs(location, profile), ...(page === undefined ? [] : [page])];
  const { platform } = context;
  if (platform === 'win32') return withArgs(await firstThere(context, location.win32.apps), args);
  if (platform === 'linux') return linuxPlan(context, location, args);
  const app = await firstThere(context, location.darwin.apps);
  if (app === null) return null;
  return { program: '/usr/bin/open', args: ['-a', app, ...(args.length > 0 ? ['--args', ...args] : [])] };
}

/** Whether anything of it can be started; a folder that the user named has no program. */
export async function canStart(context: ManifestContext, { found, location }: BrowserPlan): Promise<boolean> {
  return found !== 'no' && location.packaging !== 'folder' && (await startPlan(context, location, {})) !== null;
}

function profileArgs({ family }: BrowserLocation, profile: string | undefined): string[] {
  if (profile === undefined) return [];
  return family === 'chromium' ? [`--profile-directory=${profile}`] : ['--profile', profile];
}

async function linuxPlan(
  context: ManifestContext,
  { packaging, linux }: BrowserLocation,
  args: readonly string[],
): Promise<StartPlan | null> {
  const place = { os: context.platform, env: context.env };
  const [first] = linux.commands;
  if (packaging === 'snap') return withArgs(await firstThere(context, linux.commands), args);
  if (packaging === 'flatpak') {
    const program = systemProgram('flatpak', place);
    return program === null || first === undefined ? null : { program, args: ['run', first, ...args] };
  }
  const found = linux.commands.map(name => systemProgram(name, place)).find(path => path !== null);
  return withArgs(found ?? (await firstThere(context, linux.apps)), args);
}

async function firstThere(context: ManifestContext, patterns: readonly string[]): Promise<string | null> {
  const files = context.files ?? nodeFiles;
  for (const path of resolveAll(context, patterns)) if (await files.exists(path).catch(() => false)) return path;
  return null;
}

function withArgs(program: string | null, args: readonly string[]): StartPlan | null {
  return program === null ? null : { program, args };
}
