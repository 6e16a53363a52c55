// What launchers of packages write while they fetch one. Pure.
import type { ServerPackage } from '../../../../contract/schemas/servers.ts';

/** `begins`: something is on its way until a line `ends` it, in however long a silence. `moves` tells that it goes on. */
export type FetchLine = 'begins' | 'moves' | 'ends';

type Runner = ServerPackage['runner'];

const forms: Readonly<Record<Runner, readonly (readonly [FetchLine, RegExp])[]>> = {
  npx: [
    // What follows is silent; its cache tells.
    [
      'moves',
      /^npm (?:warn|WARN) (?:exec|deprecated|EBADENGINE)\b|^npm (?:http|info) |^Need to install the following packages/,
    ],
    ['moves', /^(?:Resolving|Resolved|Progress|Packages|Downloading|Saved lockfile|\+{2,})\b|^🔍/],
  ],
  uvx: [
    ['ends', /^(?:Installed|Audited) \d+ packages?\b/],
    ['begins', /^\s*(?:Downloading|Building|Updating|Cloning|Preparing) /],
    [
      'moves',
      /^\s*(?:Resolved|Prepared|Downloaded|Built|Updated|Uninstalled|Using|creating virtual environment|installing) ?/,
    ],
  ],
  docker: [
    ['ends', /^Status: /],
    ['begins', /^Unable to find image |: Pulling from |^[0-9a-f]{12}: (?:Pulling fs layer|Downloading|Waiting)/],
    [
      'moves',
      /^[0-9a-f]{12}: |^Digest: |^Trying to pull |^Getting image source|^Copying (?:blob|config)|^Writing manifest/,
    ],
  ],
};

/** Null for a line that has nothing to do with it. */
export function fetchLine(runner: Runner, line: string): FetchLine | null {
  return forms[runner].find(([, form]) => form.test(line))?.[0] ?? null;
}
