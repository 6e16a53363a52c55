// Decides between the desktop window and the panel in a browser, and puts the reason into words.
import type { ElectronExit } from './run-electron.ts';

export interface ShellFacts {
  /** `--headless` was given. */
  readonly forced: boolean;
  readonly os: NodeJS.Platform;
  /** Null on Windows. */
  readonly uid: number | null;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Looks for Electron's binary, and fetches it where it can; asked only when a window is possible. */
  readonly findElectron: () => string | null;
}

export type ShellDecision =
  | { readonly kind: 'window'; readonly electron: string }
  /** `reason` is null when the user asked for it. */
  | { readonly kind: 'headless'; readonly reason: string | null };

export function decideShell(facts: ShellFacts): ShellDecision {
  if (facts.forced) return { kind: 'headless', reason: null };
  const { env } = facts;
  if (facts.os === 'linux' && !env['DISPLAY'] && !env['WAYLAND_DISPLAY']) {
    return headless('there is no display (DISPLAY and WAYLAND_DISPLAY are not set)');
  }
  if (facts.os === 'linux' && facts.uid === 0 && !isSet(env['ELECTRON_DISABLE_SANDBOX'])) {
    return headless("Electron's sandbox cannot run as root (start as a user, or set ELECTRON_DISABLE_SANDBOX=1)");
  }
  const electron = facts.findElectron();
  if (!electron)
    return headless("Electron's binary is not here and could not be fetched (npx install-electron tries again)");
  return { kind: 'window', electron };
}

/** What the end of Electron means. Its main script answers `ownFailure` after it has said why. */
export function readExit(exit: ElectronExit): 'done' | 'cannot-start' {
  if (exit.asked || exit.afterMs > earlyExitMs || exit.code === 0 || exit.code === ownFailure) return 'done';
  return 'cannot-start';
}

/** Exit code of electron/main for a failure that it has reported itself; headless would fail the same way. */
export const ownFailure = 2;

/** Chromium's sandbox, display and library failures come within a second; a slow disk gets ten. */
const earlyExitMs = 10_000;

function headless(cause: string): ShellDecision {
  return { kind: 'headless', reason: `No window, because ${cause}; the panel is served to your browser instead.` };
}

/** An empty value is read as not set. */
function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== '';
}
