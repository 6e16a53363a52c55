// Where programs look for a Claude host, by platform and user. Pure: touches no file.
import { posix } from 'node:path';

export interface WellKnownPlace {
  readonly platform: NodeJS.Platform;
  /** Names of the user, from userNames. */
  readonly users: readonly string[];
  /** Stands before every path; `/` outside of tests. Pipes have no root. */
  readonly root: string;
}

/** The account's name and, where it differs, `$USER`; names that could leave their folder are left out. */
export function userNames(account: string, userVariable: string | undefined): string[] {
  const names = [account, userVariable ?? ''].filter(name => /^[^/\\\0]+$/.test(name) && name !== '.' && name !== '..');
  return [...new Set(names)];
}

/** Spec 001 "Socket Path Determination": no real client was seen to look here, but the spec says so. */
export function claudeCodeSockets({ platform, users, root }: WellKnownPlace): string[] {
  return users.map(user =>
    platform === 'win32'
      ? `\\\\.\\pipe\\claude-code-mcp-${user}`
      : posix.join(root, `/tmp/claude-code-mcp-${user}.sock`),
  );
}

/** Where 2.0.71 to 2.1.5 look: one socket file in the folder for temporary files; on Windows the pipe of newer ones. */
export function claudeLegacySockets({ platform, users, root }: WellKnownPlace, temporary: string): string[] {
  if (platform === 'win32') return [];
  return users.map(user => posix.join(root, temporary, `claude-mcp-browser-bridge-${user}`));
}

/** Where real clients look since 2.1.20: one folder for a user, a socket in it for each host's pid; on Windows still one pipe. */
export function claudeBridgeSockets({ platform, users, root }: WellKnownPlace, pid: number): string[] {
  return users.map(user =>
    platform === 'win32'
      ? `\\\\.\\pipe\\claude-mcp-browser-bridge-${user}`
      : posix.join(root, `/tmp/claude-mcp-browser-bridge-${user}`, `${pid}.sock`),
  );
}
