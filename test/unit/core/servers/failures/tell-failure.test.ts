// What programs wrote before they ended, and the sentence that is made of it.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { failureIn, lastWords } from '../../../../../electron/core/servers/failures/tell-failure.ts';
import { exitReason } from '../../../../../electron/core/servers/lifecycle/exit-reasons.ts';
import { StderrRing } from '../../../../../electron/core/servers/logs/stderr-ring.ts';
import { inEnglish } from '../../../../../words/english.ts';

const folder = 'test/fixtures/failing/outputs';

/** As it is said of a server that wrote this and exited. */
function said(wrote: Buffer | string): string {
  const ring = new StderrRing();
  ring.push(Buffer.from(wrote));
  return inEnglish(exitReason(1, null, ring.newest())).replace('It exited with code 1: ', '');
}

const known: readonly (readonly [string, string])[] = [
  ['docker-address', 'Another program holds 0.0.0.0:8080, where it listens; end that, or give this another port.'],
  ['docker-login', 'ghcr.io does not give this image to you; run "docker login ghcr.io" in a terminal.'],
  ['docker-name', 'A container is called "jel9" already; remove it with "docker rm -f jel9", or leave --name out.'],
  [
    'docker-no-access',
    'You may not use Docker at unix:///var/run/docker.sock; add your account to the group "docker" and sign in to the machine anew.',
  ],
  [
    'docker-no-daemon',
    'Docker does not run: nothing answers at unix:///var/run/docker.sock; start it, then start this again.',
  ],
  [
    'docker-no-image',
    'There is no image "mcp/nowhere", or you may not have it; correct its name, or run "docker login" in a terminal.',
  ],
  ['docker-no-network', 'Docker did not reach registry-1.docker.io; check the network, then start it again.'],
  [
    'docker-no-tag-containerd',
    'The image "docker.io/milvusdb/milvus:v2.3.4-latest" has no such tag; name one that exists.',
  ],
  ['docker-no-tag', 'The image "containrrr/watchtower:v1.6.0" has no such tag; name one that exists.'],
  [
    'exec-format',
    '"./mcp-server" is no program for this machine (exec format error); take the one for this system and processor.',
  ],
  ['go-address', 'Another program holds :8080, where it listens; end that, or give this another port.'],
  ['no-interpreter', 'It starts "nosuchnode", which was not found on its PATH; install it or give an absolute path.'],
  ['no-program', 'It starts "nosuchprog", which was not found on its PATH; install it or give an absolute path.'],
  ['node-address', 'Another program holds 127.0.0.1:18555, where it listens; end that, or give this another port.'],
  [
    'node-builtin',
    'This Node.js (v24.21.0) is too old for it (Error [ERR_UNKNOWN_BUILTIN_MODULE]: No such built-in module: node:nothing); install a newer one, or name its path as the command.',
  ],
  [
    'node-exception',
    "It threw TypeError: Cannot read properties of null (reading 'x'); what led to it stands in its log.",
  ],
  [
    'node-export',
    "This Node.js (v24.21.0) is too old for it (SyntaxError: The requested module 'node:fs' does not provide an export named 'nothing'); install a newer one, or name its path as the command.",
  ],
  [
    'node-extension',
    'Node.js cannot run "/home/ana/server/a.weird", because it does not know files of the kind ".weird"; name the built file, or a program that knows them.',
  ],
  ['node-host', 'It did not find the address of "api.invalid"; check the name in its settings, and the network.'],
  ['node-memory', 'It ran out of memory; give it less to do at once, or more memory.'],
  [
    'node-no-file',
    'There is no file "/home/ana/server/dist/index.js" to run; correct the path in its arguments, or build it first.',
  ],
  [
    'node-no-module',
    'Node.js found no "express-nowhere", which /home/ana/server/mod.cjs needs; install its packages (npm install).',
  ],
  [
    'node-no-package',
    'Node.js found no "@modelcontextprotocol/nowhere", which /home/ana/server/pkg.mjs needs; install its packages (npm install).',
  ],
  ['node-no-such-path', 'It did not find "/nowhere/config.json"; correct the path, or create it.'],
  [
    'node-old-builtin',
    'This Node.js is too old for it (Error [ERR_UNKNOWN_BUILTIN_MODULE]: No such built-in module: node:sqlite); install a newer one, or name its path as the command.',
  ],
  [
    'node-old-global',
    'This Node.js is too old for it (ReferenceError: fetch is not defined); install a newer one, or name its path as the command.',
  ],
  [
    'node-old-syntax',
    "This Node.js is too old for it (SyntaxError: Unexpected token '??='); install a newer one, or name its path as the command.",
  ],
  ['node-option', 'It does not take its arguments: bad option: --no-such-flag; correct them.'],
  ['node-refused', 'It reached nobody at 127.0.0.1:9; start what it connects to, or correct the address.'],
  ['node-syntax', 'It threw SyntaxError: Unexpected end of input; what led to it stands in its log.'],
  ['node-variable', 'It needs the variable BRAVE_API_KEY; set it under Environment.'],
  [
    'not-permitted',
    'It may not use "/home/ana/server/srv.mjs" (permission denied); give your account the right to it, or name another.',
  ],
  [
    'npm-engine',
    'picky-server@1.0.0 needs {"node":">=99"}, and what runs it is {"node":"v20.20.2","npm":"11.19.1"} (EBADENGINE); install such a version.',
  ],
  [
    'npm-no-dns',
    'npm did not reach registry.npmjs.org (EAI_AGAIN); check the network, and the proxy if there is one, then start it again.',
  ],
  [
    'npm-no-network',
    'npm did not reach registry.invalid (ENOTFOUND); check the network, and the proxy if there is one, then start it again.',
  ],
  [
    'npm-no-permission',
    'npm may not write to "/home/ana/.npm" (EACCES); give that folder back to your account, or name another in npm_config_cache.',
  ],
  ['npm-no-program', 'The package has no program that npx could tell to be meant; name it: npx -p PACKAGE PROGRAM.'],
  ['npm-no-version', 'npm found no version left-pad@99.99.99 (ETARGET); name one that exists.'],
  [
    'npm-not-found',
    'npm found no package "@example/no-such-package-xyz", or you may not have it (E404); correct its name, or sign in to the registry that has it.',
  ],
  [
    'npm-refused',
    'npm did not reach 127.0.0.1:9 (ECONNREFUSED); check the network, and the proxy if there is one, then start it again.',
  ],
  [
    'npm-self-signed-chain',
    'npm does not trust the certificate of registry.example (SELF_SIGNED_CERT_IN_CHAIN); name the file of the authority that signed it in NODE_EXTRA_CA_CERTS, under Environment.',
  ],
  [
    'npm-self-signed',
    'npm does not trust the certificate of registry.example (DEPTH_ZERO_SELF_SIGNED_CERT); name the file of the authority that signed it in NODE_EXTRA_CA_CERTS, under Environment.',
  ],
  [
    'npm-unknown-issuer',
    'npm does not trust the certificate of registry.example (UNABLE_TO_VERIFY_LEAF_SIGNATURE); name the file of the authority that signed it in NODE_EXTRA_CA_CERTS, under Environment.',
  ],
  [
    'python-address-asyncio',
    'Another program holds 127.0.0.1:18555, where it listens; end that, or give this another port.',
  ],
  ['python-address', 'Another program holds the address that it listens at; end that, or give this another port.'],
  [
    'python-exception',
    'It threw RuntimeError: cannot read the settings of /nowhere/settings.toml; what led to it stands in its log.',
  ],
  ['python-group', 'It threw ValueError: no workspace of that name; what led to it stands in its log.'],
  [
    'python-no-file',
    'There is no file "/home/ana/server/nothere.py" to run; correct the path in its arguments, or build it first.',
  ],
  [
    'python-no-module',
    'Python has no module "anthropic"; install it into the environment that this command runs, or correct the command.',
  ],
  [
    'python-no-package',
    'Python has no module "mcp_server_time"; install it into the environment that this command runs, or correct the command.',
  ],
  [
    'python-permission',
    'It may not use "/var/lib/mcp/secret.txt" (permission denied); give your account the right to it, or name another.',
  ],
  ['python-syntax', "It threw SyntaxError: expected ':'; what led to it stands in its log."],
  ['python-variable', 'It needs the variable GITHUB_TOKEN; set it under Environment.'],
  [
    'rust-panic',
    "thread 'main' panicked at src/main.rs:41:10: called `Result::unwrap()` on an `Err` value: MissingWorkspace.",
  ],
  ['usage-argparse', 'It does not take its arguments: the following arguments are required: --db-path; correct them.'],
  ['usage-click', 'It does not take its arguments: No such option: --repo; correct them.'],
  ['usage-commander', "It does not take its arguments: required option '--vault <path>' not specified; correct them."],
  [
    'usage-filesystem',
    'It does not take its arguments: Usage: mcp-server-filesystem <allowed-directory> [additional-directories...]; correct them.',
  ],
  [
    'uv-certificate',
    'uv does not trust the certificate of pypi.org (UnknownIssuer); set UV_SYSTEM_CERTS (in older versions UV_NATIVE_TLS) to 1 under Environment, or name the file of the authority in SSL_CERT_FILE.',
  ],
  [
    'uv-no-network',
    'uv did not reach pypi.org; check the network, and the proxy if there is one, then start it again.',
  ],
  [
    'uv-no-program',
    'The package "fastapi-cli" has no program "fastapi-cli"; start it with uvx --from fastapi-cli and one of these: fastapi.',
  ],
  ['uv-no-python', 'uv found no Python 3.7.11; install it with "uv python install", or ask for another.'],
  ['uv-no-version', 'uv found no version mcp-server-time==99.0.0; name one that exists.'],
  ['uv-not-found', 'uv found no package "mcp-server-quadrant"; correct its name, or name the index that has it.'],
  ['variable', 'It needs the variable SLACK_BOT_TOKEN; set it under Environment.'],
];

test.each(known)('%s', (name, sentence) => {
  expect(said(readFileSync(`${folder}/${name}.txt`))).toBe(sentence);
});

test('Every output that is kept has its sentence.', () => {
  const files = readdirSync(folder).filter(name => name.endsWith('.txt'));
  expect(known.map(([name]) => `${name}.txt`).toSorted()).toEqual(files.toSorted());
});

describe('a missing variable', () => {
  test.each([
    ['Missing required environment variable: NOTION_TOKEN', 'NOTION_TOKEN'],
    ['Please set the LINEAR_API_KEY environment variable', 'LINEAR_API_KEY'],
    ['ValueError: GITHUB_TOKEN not set', 'GITHUB_TOKEN'],
    ['Environment variable `DB_URL` not found', 'DB_URL'],
    ['Error: A_KEY and B_KEY must be set', 'A_KEY and B_KEY'],
  ])('%s', (line, names) => {
    expect(said(`starting\n${line}\n`)).toMatch(new RegExp(`^It needs the variables? ${names}; set`));
  });

  test.each([
    'LOG_LEVEL is not set, using the default\nlost the disk',
    'warning: CACHE_DIR missing\nlost the disk',
    'Error [ERR_INVALID_STATE]: required',
  ])('is not read into %j.', line => {
    expect(said(line)).not.toContain('It needs');
  });
});

describe('of several errors', () => {
  test('the last one counts: what stood before was lived with.', () => {
    const before = 'Error: connect ECONNREFUSED 127.0.0.1:6379\nretrying\n';
    expect(
      said(
        `${before}Traceback (most recent call last):\n  File "a.py", line 1, in <module>\n    a()\nValueError: no disk\n`,
      ),
    ).toBe('It threw ValueError: no disk; what led to it stands in its log.');
  });

  test('the one inside of an exception says more than that.', () => {
    const trace =
      'Error: listen EADDRINUSE: address already in use :::3000\n    at Server.a (node:net:1:2)\n    at b (node:net:3:4)\n';
    expect(said(trace)).toMatch(/^Another program holds :::3000/);
  });

  test('a usage text below an error does not hide it.', () => {
    expect(said('Error: DB_PATH environment variable is required\nUsage: server [options]\n')).toMatch(/DB_PATH/);
  });

  test('what npm adds to the end of a program does not hide it.', () => {
    const npm =
      'npm error Lifecycle script `start` failed with error:\nnpm error code 1\nnpm error path /home/ana/server\n';
    expect(said(`Error: API_KEY_X is required\n${npm}`)).toMatch(/API_KEY_X/);
  });
});

describe('of what nobody knows', () => {
  test.each([
    ['listening\nfatal: the index is corrupt\nbye', 'fatal: the index is corrupt'],
    ['Error: no disk\n    at a (b.js:1:2)\nNode.js v24.21.0', 'Error: no disk'],
    [
      'Exception in thread "main" java.lang.IllegalStateException: no home\n\tat a.B.main(B.java:3)',
      'Exception in thread "main" java.lang.IllegalStateException: no home',
    ],
    [
      'Error: cannot open the store\nCaused by: the lock is held',
      'Error: cannot open the store Caused by: the lock is held',
    ],
    ['\u001b[31mERROR\u001b[0m the disk is full', 'ERROR the disk is full'],
    ['stdout: Error: said on the wrong stream', 'Error: said on the wrong stream'],
    ['one\ntwo', 'two'],
    ['---', null],
  ])('%j says %j.', (text, words) => {
    expect(lastWords(text.split('\n'))).toBe(words);
  });
});

test('Lines that were made to be slow are not.', () => {
  const parts = [
    'A_A ',
    'docker: Error response from daemon: https://x ',
    'npm error code A ',
    'Failed to fetch: `x` ',
    '  File "a", line 1 ',
  ];
  for (const part of parts) {
    const lines = Array.from({ length: 100 }, () => part.repeat(500));
    expect(failureIn(lines)).toBeNull();
  }
});
