// What is said of the programs of servers: why this file was chosen, what can make it run other code, and what it needs.

/** By which a program runs other code than its command shows, or fetches it from elsewhere. */
export type SteeringEffect =
  | 'names'
  | 'settings'
  | 'kept-downloads'
  | 'libraries'
  | 'c-library'
  | 'node-modules'
  | 'certificates'
  | 'fetched-through'
  | 'npm'
  | 'yarn-corepack-bun-pnpm'
  | 'deno'
  | 'uv'
  | 'pip'
  | 'python-modules'
  | 'which-python'
  | 'container-or-image'
  | 'git'
  | 'shell-file'
  | 'named-program'
  | 'perl-modules'
  | 'ruby-code'
  | 'java-code'
  | 'dotnet-code'
  | 'go-cargo'
  | 'electron'
  | 'packages-or-run-with'
  | 'node-modules-first'
  | 'container-or-run-in-it';

export interface ProgramReasons {
  // Why this file: whose folder it lies in, or which PATH named that.
  'path-of-command': object;
  'path-of-variables': object;
  'path-of-shell': { shell: string };
  'path-in-registry': object;
  'path-of-start': object;
  'folder-of-system': object;
  'folder-of-uv-or-pipx': object;
  'folder-of-node-installer': object;
  'version-of': { program: string; chosen: 'default' | 'newest'; version: string | null };

  // What can make it run other code.
  'steers-program': { name: string; changes: SteeringEffect };
  'package-of-folder': { folder: string };

  // How it has shown that it needs a run for each agent.
  'asked-for-agents': { method: string };
  'lacks-capability': { missing: readonly string[] };
}
