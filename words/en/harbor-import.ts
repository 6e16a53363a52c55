// Why a server package of Harbor, or something in a home of Harbor, cannot be taken over, in English.
import type { HarborImportReasons } from '../../contract/reasons.ts';
import type { Words } from '../reason.ts';

export const harborImportWords: Words<HarborImportReasons> = {
  'manifest-member': '"{member}" in the manifest of "{name}" is missing or wrong; correct the manifest.',
  'manifest-runtime': 'The runtime {found} of "{name}" is not known; it must be "js", "wasm" or "remote".',
  'manifest-transport': '"{name}" is reached by {transport}, which is not spoken; it must be "sse" or an http address.',
  'manifest-package':
    'The package of "{name}" is {found}, which is not started here; it must be of npm, PyPI, Docker or git.',
  'manifest-file':
    'The manifest of "{name}" names {file}, which lies beside it; give the address of the manifest, or a .zip with both.',
  'manifest-not-in-zip': 'The manifest of "{name}" names {file}, which is not in its .zip.',
  'manifest-code': ({ of }) =>
    of === 'module'
      ? 'What "{name}" brings is no WebAssembly module; check its manifest.'
      : 'What "{name}" brings is no script in UTF-8; check its manifest.',
  'manifest-nowhere': 'A server that brings its own code cannot be added here; import it in the panel.',

  'harbor-file': 'It is not as Harbor writes it: {why}.',
  'harbor-database': 'Its list of servers computes something, which Harbor’s own never does; it is not read.',

  'package-not-fetched': '{address} was not fetched: {why}; check the address.',
  'package-status': '{address} answers with HTTP {status}; check the address.',
  'package-too-large': 'It is larger than {most} MiB; a server is smaller than that.',
  'package-address': '{address} is not fetched; it must begin with https://, or lead to this machine.',
  'zip-broken': 'The .zip cannot be read; make it anew.',
  'zip-without-manifest': 'There is no manifest.json in the .zip; put it at its top, or into its one folder.',
  'zip-too-many': 'There are more than {most} files in the .zip; a server is smaller than that.',
  'zip-too-large': 'The .zip holds more than {most} MiB; a server is smaller than that.',
  'zip-name': '{name} in the .zip leads out of it, or is there twice; make it anew.',
  'zip-link': '{name} in the .zip is a link; put the file itself there.',
  'zip-encrypted': 'The .zip is encrypted; make it anew without a password.',
};
