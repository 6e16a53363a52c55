// What a program that was not found comes with, for the sentence that says so.

const origins: readonly (readonly [RegExp, string])[] = [
  [/^(?:node|npx|npm)$/, 'install Node.js (https://nodejs.org)'],
  [/^(?:uv|uvx)$/, 'install uv (https://docs.astral.sh/uv)'],
  [/^(?:python\d?(?:\.\d+)?|pip\d?)$/, 'install Python (https://www.python.org)'],
  [/^pipx$/, 'install pipx (https://pipx.pypa.io)'],
  [/^docker$/, 'install Docker (https://docs.docker.com/get-started/get-docker)'],
  [/^podman$/, 'install Podman (https://podman.io)'],
  [/^deno$/, 'install Deno (https://deno.com)'],
  [/^(?:bun|bunx)$/, 'install Bun (https://bun.sh)'],
  [/^(?:pnpm|pnpx)$/, 'install pnpm (https://pnpm.io)'],
  [/^yarn$/, 'install Yarn (https://yarnpkg.com)'],
];

/** `install Node.js (https://nodejs.org)`, or only `install it`. */
export function howToInstall(command: string): string {
  const name = command.toLowerCase().replace(/\.(?:exe|cmd|bat)$/, '');
  return origins.find(([pattern]) => pattern.test(name))?.[1] ?? 'install it';
}
