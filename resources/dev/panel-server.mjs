// How Vite serves the panel while it is worked on: on loopback, to pages of its own origin, under a policy that allows hot reload and no more.
import { randomBytes } from 'node:crypto';
import { realpathSync } from 'node:fs';
import path from 'node:path';

/** Options of Vite's `createServer` behind an HTTP server that listens on this port; what `vite.config.ts` says stays. */
export function panelServerOptions({ root, httpServer, port }) {
  const nonce = randomBytes(16).toString('base64');
  return {
    configFile: path.join(root, 'vite.config.ts'),
    cacheDir: path.join(root, 'dist/.vite'),
    clearScreen: false,
    html: { cspNonce: nonce },
    plugins: [{ name: 'panel-nonce', transformIndexHtml: html => html.replaceAll('__CSP_NONCE__', nonce) }],
    server: {
      // Vite would end the process at SIGTERM before the hub has stopped, if the server were its own.
      middlewareMode: true,
      cors: false,
      // The window of the desktop app is at another origin, so the client is told where its server is.
      hmr: { server: httpServer, protocol: 'ws', host: '127.0.0.1', clientPort: port },
      fs: { allow: ['renderer', 'contract', 'words', 'node_modules'].map(name => realpathSync(path.join(root, name))) },
      headers: {
        'content-security-policy': policy(nonce, port),
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
      },
    },
  };
}

/** The panel's own policy, with what Vite puts into the page: a script and styles that carry the nonce, and its WebSocket. */
function policy(nonce, port) {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self' ws://127.0.0.1:${port}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join('; ');
}
