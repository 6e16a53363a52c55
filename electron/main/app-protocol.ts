// Answers requests for `app://bundle/…` with the panel's own files.
import { isPanelUrl } from './panel-address.ts';
import type { AssetResponse } from '../core/http/panel-assets.ts';

/** GET of another host, and every other method, never reaches the files. */
export function createAppProtocol(
  assets: (pathname: string) => Promise<AssetResponse>,
): (request: Request) => Promise<Response> {
  return async request => {
    if (!isPanelUrl(request.url)) return plain(404, 'This address is not the panel.');
    if (request.method !== 'GET') return plain(405, `The panel's files cannot be asked for with ${request.method}.`);
    const { status, headers, body } = await assets(new URL(request.url).pathname);
    return new Response(new Uint8Array(body), { status, headers });
  };
}

function plain(status: number, text: string): Response {
  return new Response(text, { status, headers: { 'content-type': 'text/plain; charset=utf-8' } });
}
