// What npm and npx say. A line of it begins with `npm error`, before npm 10.6 with `npm ERR!`.
import { hostOf, part } from './recogniser.ts';
import type { Reason } from '../../../../contract/reasons.ts';
import type { Recogniser } from './recogniser.ts';

interface NpmError {
  /** `E404`. */
  readonly code: string;
  /** What stands below the code, without the beginnings of its lines. */
  readonly text: string;
}

const network =
  /^(?:ENOTFOUND|EAI_AGAIN|ECONN(?:REFUSED|RESET)|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT)$/;
const certificate = /CERT|^UNABLE_TO_|^ERR_TLS_/;
const badArchive = /^(?:TAR_BAD_ARCHIVE|TAR_ENTRY_INVALID|Z_(?:DATA|BUF)_ERROR)$/;
const lineStart = /^npm (?:error|ERR!) ?/gm;

export const npmFailures: readonly Recogniser[] = [
  {
    pattern: /^npm (?:error|ERR!) code (?<code>\w{1,60})(?<text>(?:\nnpm (?:error|ERR!).*){0,60})/gm,
    why: match => meaning({ code: part(match, 'code'), text: part(match, 'text').replace(lineStart, '') }),
  },
  {
    pattern: /^npm (?:error|ERR!) could not determine executable to run/gm,
    why: () => ({ kind: 'npm-no-program' }),
  },
];

function meaning({ code, text }: NpmError): Reason | null {
  const first = (pattern: RegExp) => pattern.exec(text)?.[1]?.trim() ?? null;
  const host = () => hostOf(first(/request to (\S+) failed/) ?? first(/- GET (\S+)/) ?? 'registry.npmjs.org');
  if (network.test(code)) return { kind: 'npm-no-network', host: host(), code };
  if (certificate.test(code)) return { kind: 'npm-certificate', host: host(), code };
  if (badArchive.test(code)) return { kind: 'npm-bad-archive', code };
  switch (code) {
    case 'E404': {
      const name = first(/^404 +(?:The requested resource )?'([^'\n]+)'/m)?.replace(/@\*$/, '');
      return name === undefined ? null : { kind: 'npm-no-package', name };
    }
    case 'ETARGET': {
      const wanted = first(/No matching version found for (\S+?)\.?$/m);
      return wanted === null ? null : { kind: 'npm-no-version', wanted };
    }
    case 'EACCES':
    case 'EPERM':
    case 'EROFS': {
      const path = first(/^path (.+)$/m);
      return path === null ? null : { kind: 'npm-no-permission', path, code };
    }
    case 'EBADENGINE': {
      const name = first(/^notsup Not compatible with your version of node\/npm: (.+)$/m) ?? '';
      const [wants, has] = [first(/^notsup Required: +(.+)$/m), first(/^notsup Actual: +(.+)$/m)];
      return wants === null || has === null ? null : { kind: 'npm-other-engine', name, wants, has };
    }
    case 'E401':
    case 'E403':
    case 'ENEEDAUTH':
      return { kind: 'npm-no-login', host: host(), code };
    case 'EINTEGRITY':
      return { kind: 'npm-integrity', wanted: first(/wanted (\S+)/), got: first(/but got (\S+?)\.?(?:\s|$)/) };
    case 'ENOSPC':
      return { kind: 'disk-full' };
    default:
      return null;
  }
}
