// What a program that was not found comes with, and where that is had.

interface Origin {
  readonly from: string;
  readonly at: string;
}

const origins: readonly (readonly [RegExp, Origin])[] = [
  [/^(?:node|npx|npm)$/, { from: 'Node.js', at: 'https://nodejs.org' }],
  [/^(?:uv|uvx)$/, { from: 'uv', at: 'https://docs.astral.sh/uv' }],
  [/^(?:python\d?(?:\.\d+)?|pip\d?)$/, { from: 'Python', at: 'https://www.python.org' }],
  [/^pipx$/, { from: 'pipx', at: 'https://pipx.pypa.io' }],
  [/^docker$/, { from: 'Docker', at: 'https://docs.docker.com/get-started/get-docker' }],
  [/^podman$/, { from: 'Podman', at: 'https://podman.io' }],
  [/^(?:dotnet|dnx)$/, { from: '.NET', at: 'https://dotnet.microsoft.com/download' }],
  [/^deno$/, { from: 'Deno', at: 'https://deno.com' }],
  [/^(?:bun|bunx)$/, { from: 'Bun', at: 'https://bun.sh' }],
  [/^(?:pnpm|pnpx)$/, { from: 'pnpm', at: 'https://pnpm.io' }],
  [/^yarn$/, { from: 'Yarn', at: 'https://yarnpkg.com' }],
];

/** Null for a program that nothing is known of. */
export function originOf(command: string): Origin | null {
  const name = command.toLowerCase().replace(/\.(?:exe|cmd|bat)$/, '');
  return origins.find(([pattern]) => pattern.test(name))?.[1] ?? null;
}
