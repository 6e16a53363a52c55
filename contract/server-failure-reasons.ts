// Why the program of a server ended, by what it wrote: codes with their facts. Texts among them are as the program wrote them.

export interface ServerFailureReasons {
  // npm and npx. `code` is npm's own.
  'npm-no-package': { name: string };
  /** `wanted` is such as `left-pad@99.99.99`. */
  'npm-no-version': { wanted: string };
  /** `wanted` and `got`: the integrity that its registry names, and what came; null where npm does not say. */
  'npm-integrity': { wanted: string | null; got: string | null };
  'npm-bad-archive': { code: string };
  'npm-no-network': { host: string; code: string };
  'npm-certificate': { host: string; code: string };
  'npm-no-permission': { path: string; code: string };
  /** What it wants and what is there, each as JSON, such as `{"node":">=99"}`. */
  'npm-other-engine': { name: string; wants: string; has: string };
  'npm-no-login': { host: string; code: string };
  'npm-no-program': object;

  // uv and uvx.
  'uv-no-package': { name: string };
  'uv-no-version': { wanted: string };
  'uv-no-network': { host: string };
  /** `code` is what its library for TLS calls the fault. */
  'uv-certificate': { host: string; code: string };
  /** `wanted` is such as `Python 3.7`. */
  'uv-no-python': { wanted: string };
  'uv-no-program': { program: string; name: string; offered: readonly string[] };
  'uv-no-solution': { said: string };

  // Docker. `at` is where its daemon is looked for.
  'docker-not-running': { at: string };
  'docker-forbidden': { at: string };
  'docker-no-image': { image: string };
  'docker-no-tag': { image: string };
  'docker-no-login': { host: string };
  'docker-no-network': { host: string };
  'docker-name-taken': { name: string };

  // Python and Node.
  'python-no-module': { module: string };
  'node-no-module': { module: string; from: string };
  'node-file-kind': { extension: string; file: string };
  /** `version` is null of one that does not tell it. */
  'node-too-old': { said: string; version: string | null };
  'no-program-file': { file: string };
  'program-exception': { said: string };

  // Any program. `address` and the like are null where it does not say which.
  'address-taken': { address: string | null };
  'needs-variables': { names: readonly string[] };
  'path-not-permitted': { path: string };
  'path-missing': { path: string };
  'other-machine': { program: string };
  /** `from` and `at`: what it comes with, and where that is had. */
  'program-missing': { program: string; from: string | null; at: string | null };
  'server-no-host': { host: string };
  'server-refused': { address: string };
  'server-distrusts': { code: string };
  'memory-full': object;
  'wrong-arguments': { said: string };
}
