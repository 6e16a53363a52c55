// Why the program of a server ended, in English.
import type { ServerFailureReasons } from '../../contract/server-failure-reasons.ts';
import type { Words } from '../reason.ts';

export const serverFailureWords: Words<ServerFailureReasons> = {
  'npm-no-package':
    'npm found no package "{name}", or you may not have it (E404); correct its name, or sign in to the registry that has it.',
  'npm-integrity': ({ wanted }) =>
    `What npm fetched is not what its registry promised (EINTEGRITY)${wanted === null ? '' : ': {wanted} was to come, and {got} came'}; try again, and ask whoever runs the registry if it stays so.`,
  'npm-bad-archive': 'The archive that npm fetched is broken ({code}); try again, or choose another version.',
  'npm-no-version': 'npm found no version {wanted} (ETARGET); name one that exists.',
  'npm-no-network':
    'npm did not reach {host} ({code}); check the network, and the proxy if there is one, then start it again.',
  'npm-certificate':
    'npm does not trust the certificate of {host} ({code}); name the file of the authority that signed it in NODE_EXTRA_CA_CERTS, under Environment.',
  'npm-no-permission':
    'npm may not write to "{path}" ({code}); give that folder back to your account, or name another in npm_config_cache.',
  'npm-other-engine': '{name} needs {wants}, and what runs it is {has} (EBADENGINE); install such a version.',
  'npm-no-login': 'npm has to be signed in to {host} ({code}); run "npm login" in a terminal, or set its token.',
  'npm-no-program': 'The package has no program that npx could tell to be meant; name it: npx -p PACKAGE PROGRAM.',

  'uv-no-package': 'uv found no package "{name}"; correct its name, or name the index that has it.',
  'uv-no-version': 'uv found no version {wanted}; name one that exists.',
  'uv-no-network': 'uv did not reach {host}; check the network, and the proxy if there is one, then start it again.',
  'uv-certificate':
    'uv does not trust the certificate of {host} ({code}); set UV_SYSTEM_CERTS (in older versions UV_NATIVE_TLS) to 1 under Environment, or name the file of the authority in SSL_CERT_FILE.',
  'uv-no-python': 'uv found no {wanted}; install it with "uv python install", or ask for another.',
  'uv-no-program': ({ offered }) =>
    `The package "{name}" has no program "{program}"; start it with uvx --from {name} ${
      offered.length === 0 ? 'PROGRAM' : 'and one of these: {offered}'
    }.`,
  'uv-no-solution': 'uv cannot fit its packages together: {said}.',

  'docker-not-running': 'Docker does not run: nothing answers at {at}; start it, then start this again.',
  'docker-forbidden':
    'You may not use Docker at {at}; add your account to the group "docker" and sign in to the machine anew.',
  'docker-no-image':
    'There is no image "{image}", or you may not have it; correct its name, or run "docker login" in a terminal.',
  'docker-no-tag': 'The image "{image}" has no such tag; name one that exists.',
  'docker-no-login': '{host} does not give this image to you; run "docker login {host}" in a terminal.',
  'docker-no-network': 'Docker did not reach {host}; check the network, then start it again.',
  'docker-name-taken':
    'A container is called "{name}" already; remove it with "docker rm -f {name}", or leave --name out.',

  'python-no-module':
    'Python has no module "{module}"; install it into the environment that this command runs, or correct the command.',
  'node-no-module': 'Node.js found no "{module}", which {from} needs; install its packages (npm install).',
  'node-file-kind':
    'Node.js cannot run "{file}", because it does not know files of the kind "{extension}"; name the built file, or a program that knows them.',
  'node-too-old': ({ version }) =>
    `This Node.js${version === null ? '' : ' ({version})'} is too old for it ({said}); install a newer one, or name its path as the command.`,
  'no-program-file': 'There is no file "{file}" to run; correct the path in its arguments, or build it first.',
  'program-exception': 'It threw {said}; what led to it stands in its log.',

  'address-taken': ({ address }) =>
    address === null
      ? 'Another program holds the address that it listens at; end that, or give this another port.'
      : 'Another program holds {address}, where it listens; end that, or give this another port.',
  'needs-variables': ({ names }) =>
    names.length === 1
      ? 'It needs the variable {names}; set it under Environment.'
      : 'It needs the variables {names}; set them under Environment.',
  'path-not-permitted':
    'It may not use "{path}" (permission denied); give your account the right to it, or name another.',
  'path-missing': 'It did not find "{path}"; correct the path, or create it.',
  'other-machine':
    '"{program}" is no program for this machine (exec format error); take the one for this system and processor.',
  'program-missing': ({ from }) =>
    `It starts "{program}", which was not found on its PATH; install ${from === null ? 'it' : '{from} ({at})'} or give an absolute path.`,
  'server-no-host': 'It did not find the address of "{host}"; check the name in its settings, and the network.',
  'server-refused': 'It reached nobody at {address}; start what it connects to, or correct the address.',
  'server-distrusts':
    'It does not trust the certificate of a host that it connects to ({code}); name the file of the authority in NODE_EXTRA_CA_CERTS or SSL_CERT_FILE, under Environment.',
  'memory-full': 'It ran out of memory; give it less to do at once, or more memory.',
  'wrong-arguments': 'It does not take its arguments: {said}; correct them.',
};
