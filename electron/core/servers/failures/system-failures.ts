// What is said in any language when the system refuses something: an address, a file, a program, a host, memory.
import { originOf } from '../runtimes/missing-program.ts';
import { part, partOrNull } from './recogniser.ts';
import type { Recogniser } from './recogniser.ts';

function missingProgram(program: string) {
  const { from = null, at = null } = originOf(program) ?? {};
  return { kind: 'program-missing', program, from, at } as const;
}

export const systemFailures: readonly Recogniser[] = [
  {
    // Go; Node; asyncio; Docker; and without the address the error of the system itself (Linux 98, macOS 48, Windows 10048).
    pattern:
      /listen (?:tcp|udp)\d? (?<go>\S{1,200}): bind: (?:address already in use|Only one usage)|EADDRINUSE:? (?:address already in use )?(?<node>\S{1,200})|bind on address \('(?<host>[^'\n]{0,100})', (?<port>\d+)[^)\n]{0,40}\)(?:: address already in use)?|Bind for (?<docker>\S{1,100}) failed: port is already allocated|\[(?:Errno (?:98|48)|WinError 10048)\]|[Aa]ddress already in use/g,
    why: match => {
      const [host, port] = [partOrNull(match, 'host'), part(match, 'port')];
      const told = part(match, 'go') || part(match, 'node') || part(match, 'docker');
      return { kind: 'address-taken', address: host === null ? told || null : `${host}:${port}` };
    },
  },
  {
    pattern:
      /(?:EACCES|EPERM): (?:permission denied|operation not permitted),? (?:\w+ )?'?(?<node>[^'\n]{1,500}?)'?$|PermissionError: \[(?:Errno|WinError) \d+\] [^:\n]{1,100}: '(?<python>[^'\n]{1,500})'|open (?<go>\S{1,500}): permission denied|^(?:\S{1,100}: )?(?:line )?\d+: (?<shell>\S{1,500}): Permission denied$/gm,
    why: match => ({
      kind: 'path-not-permitted',
      path: part(match, 'node') || part(match, 'python') || part(match, 'go') || part(match, 'shell'),
    }),
  },
  {
    pattern:
      /(?<!\S)(?<shell>\S{1,500}): cannot execute(?: binary file)?: (?:Exec format error|required file not found)|exec (?<docker>\S{1,500}): exec format error|Exec format error: '(?<python>[^'\n]{1,500})'|spawn (?<node>\S{1,500}) ENOEXEC/g,
    why: match => ({
      kind: 'other-machine',
      program: part(match, 'shell') || part(match, 'docker') || part(match, 'python') || part(match, 'node'),
    }),
  },
  {
    pattern:
      /^\S{0,100}sh: (?:line )?(?:\d+: )?(?<shell>[^\s:]{1,300}): (?:command )?not found$|command not found: (?<zsh>\S{1,300})$|env: [‘'"]?(?<env>[^\s’'":]{1,300})[’'"]?: No such file or directory|'(?<cmd>[^'\n]{1,300})' is not recognized as an internal or external command|spawn (?<node>\S{1,300}) ENOENT|exec: "(?<go>[^"\n]{1,300})": executable file not found/gm,
    why: ({ groups = {} }) => missingProgram(Object.values(groups).find(name => name !== undefined) ?? ''),
  },
  {
    pattern:
      /ENOENT: no such file or directory, \w+ '(?<node>[^'\n]{1,500})'|FileNotFoundError: \[(?:Errno|WinError) 2\] [^:\n]{1,100}: '(?<python>[^'\n]{1,500})'|open (?<go>\S{1,500}): no such file or directory/g,
    why: match => ({
      kind: 'path-missing',
      path: part(match, 'node') || part(match, 'python') || part(match, 'go'),
    }),
  },
  {
    pattern:
      /getaddrinfo (?:ENOTFOUND|EAI_AGAIN) (?<node>[^\s,]{1,300})|Failed to resolve '(?<python>[^'\n]{1,300})'|dial tcp: lookup (?<go>[^\s:]{1,300})(?: on \S{1,100})?: (?:no such host|Temporary failure)/g,
    why: match => ({
      kind: 'server-no-host',
      host: part(match, 'node') || part(match, 'python') || part(match, 'go'),
    }),
  },
  {
    pattern: /connect ECONNREFUSED (?<node>[^\s,]{1,200})|dial tcp (?<go>\S{1,200}): connect: connection refused/g,
    why: match => ({ kind: 'server-refused', address: part(match, 'node') || part(match, 'go') }),
  },
  {
    pattern:
      /(?<node>SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT|UNABLE_TO_(?:VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT(?:_LOCALLY)?)|CERT_HAS_EXPIRED|ERR_TLS_CERT_ALTNAME_INVALID)|(?<python>CERTIFICATE_VERIFY_FAILED)|x509: (?<go>certificate .{1,200})/g,
    why: match => ({
      kind: 'server-distrusts',
      code: part(match, 'node') || part(match, 'python') || part(match, 'go'),
    }),
  },
  {
    pattern: /JavaScript heap out of memory|^MemoryError$|java\.lang\.OutOfMemoryError|Cannot allocate memory/gm,
    why: () => ({ kind: 'memory-full' }),
  },
];
