// The panel's own files as responses, the same for Electron's app:// and for the headless server.
import { randomBytes } from 'node:crypto';
import { readFile, realpath, stat } from 'node:fs/promises';
import { extname, isAbsolute, join, relative } from 'node:path';

export interface AssetResponse {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.json': 'application/json',
};

/** Serves files below `root` and nothing else. `connect` is added to `connect-src` (the panel's WebSocket). */
export function createPanelAssets(root: string, connect = ''): (pathname: string) => Promise<AssetResponse> {
  return async pathname => {
    const file = await resolveAsset(root, pathname);
    const type = file && types[extname(file)];
    // It may vanish between the look and the read, while the panel is built anew.
    const body = file && type ? await readFile(file).catch(() => null) : null;
    if (!file || !type || !body) return plain(404, 'There is no such file in the panel.');
    if (extname(file) !== '.html') return { status: 200, headers: headers(type), body };
    const nonce = randomBytes(16).toString('base64');
    const html = body.toString('utf8').replaceAll('__CSP_NONCE__', nonce);
    return {
      status: 200,
      headers: { ...headers(type), 'content-security-policy': policy(nonce, connect) },
      body: Buffer.from(html),
    };
  };
}

function policy(nonce: string, connect: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self'${connect && ` ${connect}`}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ');
}

/** Decodes before it checks, because `%2e%2e%2f` is not normalised by URL parsers. */
async function resolveAsset(root: string, pathname: string): Promise<string | null> {
  try {
    const decoded = decodeURIComponent(pathname).replace(/^\/+/, '') || 'index.html';
    if (decoded.includes('\0') || decoded.includes('\\')) return null;
    const real = await realpath(join(root, decoded));
    const inside = relative(await realpath(root), real);
    const outside = inside.startsWith('..') || isAbsolute(inside);
    return outside || !(await stat(real)).isFile() ? null : real;
  } catch {
    return null;
  }
}

function headers(type: string): Record<string, string> {
  return {
    'content-type': type,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
  };
}

function plain(status: number, text: string): AssetResponse {
  return { status, headers: headers('text/plain; charset=utf-8'), body: Buffer.from(text) };
}
